"""The modules that runs train with: what they own, how they follow the run, what they show."""

from __future__ import annotations

import copy
import io
import math
from typing import Any

import pytest
import torch
from torch import Tensor

from lossviz.catalog import losses
from lossviz.losses import Loss, adacos_dynamic_scale, center_update, create, subcenter_clean
from lossviz.losses.functional import arcface, center, triplet_batch_hard
from lossviz.losses.margins import SHORTEST_RADIUS, blended_scale

IDS = tuple(losses())
EMBEDDINGS = torch.randn(12, 2, generator=torch.Generator().manual_seed(3))
LABELS = torch.arange(12) % 4


def made(id: str, seed: int = 0, **params: Any) -> Loss:
    return create(id, num_classes=4, embedding_dim=2, generator=torch.Generator().manual_seed(seed), **params)


def loss_vectors(id: str) -> int:
    """How many class vectors a class of the live run has."""
    published = next((p.default for p in losses()[id].params if p.name == "K"), 1)
    return int(losses()[id].live.knobs.get("K", published))


def live(id: str) -> Loss:
    return made(id, **losses()[id].live.knobs)


def owns_vectors(loss: Loss) -> bool:
    """Whether it has class vectors or centres, which are of a type."""
    return any(tensor.is_floating_point() for tensor in (*loss.parameters(), *loss.buffers()))


def scores_live(id: str) -> bool:
    """Whether the loss has class vectors in its live run; the unified loss has them at one of its levels."""
    return losses()[id].scores is not None and id != "unified"


@pytest.mark.parametrize("id", IDS)
def test_the_generator_alone_decides_the_first_weights(id: str) -> None:
    torch.manual_seed(1)
    first = made(id).state_dict()
    torch.manual_seed(2)
    second = made(id).state_dict()
    assert all(torch.equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("id", [i for i in IDS if scores_live(i)])
def test_another_seed_gives_other_class_vectors(id: str) -> None:
    first, second = (made(id, seed, **losses()[id].live.knobs).class_vectors for seed in (0, 1))
    assert not torch.equal(first, second)


@pytest.mark.parametrize("id", IDS)
def test_what_it_shows_has_the_shapes_of_the_contract(id: str) -> None:
    loss, scored = live(id), scores_live(id)
    scores, vectors = loss.scores(EMBEDDINGS), loss.class_vectors
    assert (scores is not None) == (vectors is not None) == scored
    if scored:
        assert scores.shape == (12, 4)
        assert vectors.shape == (4, loss_vectors(id), 2)
        assert not vectors.requires_grad
    assert loss.bias is None or loss.bias.shape == (4,)
    assert loss.centres is None or loss.centres.shape == (4, 2)


def test_what_it_shows_does_not_move_with_the_next_step() -> None:
    loss = live("center")
    vectors, bias, centres = loss.class_vectors, loss.bias, loss.centres
    with torch.no_grad():
        for state in (loss.weights, loss.logit_bias, loss.moving_centres):
            state.add_(1.0)
    assert torch.equal(loss.class_vectors, vectors + 1)
    assert torch.equal(loss.bias, bias + 1)
    assert torch.equal(loss.centres, centres + 1)


@pytest.mark.parametrize("id", IDS)
def test_readings_come_after_a_forward_and_are_plain_numbers(id: str) -> None:
    loss = live(id)
    assert loss.readings == {}
    loss(EMBEDDINGS, LABELS)
    assert loss.readings
    assert all(type(value) is float and math.isfinite(value) for value in loss.readings.values())


@pytest.mark.parametrize("id", IDS)
def test_the_state_brings_back_weights_and_schedule(id: str) -> None:
    loss = live(id)
    loss.advance(0.3, 7)
    loss(EMBEDDINGS, LABELS)
    kept = io.BytesIO()
    torch.save(loss.state_dict(), kept)
    kept.seek(0)
    other = made(id, seed=9, **losses()[id].live.knobs)
    other.load_state_dict(torch.load(kept, weights_only=True))
    assert (other.progress, other.step) == (0.3, 7)
    assert torch.equal(other.eval()(EMBEDDINGS, LABELS), loss.eval()(EMBEDDINGS, LABELS))


@pytest.mark.parametrize("id", IDS)
def test_in_eval_mode_nothing_is_updated(id: str) -> None:
    loss = live(id).eval()
    before = copy.deepcopy(loss.state_dict())
    loss(EMBEDDINGS, LABELS)
    assert all(torch.equal(before[name], value) for name, value in loss.state_dict().items())


def test_center_moves_its_centres_in_train_mode_after_the_loss() -> None:
    loss = live("center")
    value = loss(EMBEDDINGS, LABELS)
    _, extra = center(EMBEDDINGS, LABELS, centers=torch.zeros(4, 2), with_extra=True)
    assert torch.equal(loss.centres, extra["centers_after"])
    assert torch.equal(made("center", joint=True, lam=0.1).eval()(EMBEDDINGS, LABELS), value)


def test_center_alone_has_no_class_vectors() -> None:
    loss = made("center", joint=False)
    assert loss.scores(EMBEDDINGS) is None
    assert loss.class_vectors is None


def test_the_published_form_is_the_pure_function() -> None:
    loss = made("arcface")
    assert torch.equal(loss(EMBEDDINGS, LABELS), arcface(EMBEDDINGS, LABELS, weights=loss.weights))


@pytest.mark.parametrize(("progress", "share"), [(0.0, 0.0), (0.25, 0.5), (0.5, 1.0), (0.9, 1.0)])
def test_the_radius_blends_in_over_its_share_of_the_run(progress: float, share: float) -> None:
    loss = made("arcface", blend=0.5, s=16.0, m=0.3)
    loss.advance(progress, 0)
    scale = EMBEDDINGS.norm(dim=1) ** (1 - share) * 16**share
    expected = arcface(EMBEDDINGS, LABELS, weights=loss.weights, s=scale, m=0.3)
    torch.testing.assert_close(loss(EMBEDDINGS, LABELS), expected)


def test_near_the_origin_the_blended_scale_is_flat() -> None:
    """‖x‖^(1−b) has a slope without bound there."""
    x = torch.tensor([[1e-9, 0.0]], requires_grad=True)
    scale = blended_scale(x, 16.0, 0.5)
    scale.sum().backward()
    assert scale.item() == pytest.approx(math.sqrt(SHORTEST_RADIUS * 16))
    assert not x.grad.any()


@pytest.mark.parametrize("id", ["cosface", "arcface"])
def test_the_blend_is_finite_at_the_origin(id: str) -> None:
    loss = live(id)
    x = torch.zeros(4, 2, requires_grad=True)
    loss(x, torch.arange(4)).backward()
    assert not x.grad.any()


@pytest.mark.parametrize(("progress", "tau"), [(0.0, 1.0), (0.25, 0.5), (0.5, 0.0), (1.0, 0.0)])
def test_annealing_goes_from_mean_to_hardest_over_its_share_of_the_run(progress: float, tau: float) -> None:
    loss = made("triplet_batch_hard", anneal=0.5)
    loss.advance(progress, 0)
    assert torch.equal(loss(EMBEDDINGS, LABELS), triplet_batch_hard(EMBEDDINGS, LABELS, tau=tau))


def test_scores_carry_no_margin() -> None:
    """A feature 0.6 rad from its own vector and 1.0 from the other is right, though not by the margin 0.5."""
    loss = create("arcface", num_classes=2, embedding_dim=2, m=0.5)
    with torch.no_grad():
        loss.weights.copy_(torch.tensor([[1.0, 0.0], [math.cos(1.6), math.sin(1.6)]]))
    x: Tensor = torch.tensor([[math.cos(0.6), math.sin(0.6)]])
    loss(x, torch.tensor([0]))
    assert loss.scores(x).argmax(1).item() == 0
    assert loss.readings["margin_met"] == 0.0


@pytest.mark.parametrize("id", IDS)
def test_half_precision_features_train_float32_weights(id: str) -> None:
    x = EMBEDDINGS.bfloat16().requires_grad_()
    with torch.autocast("cpu", torch.bfloat16):
        loss = live(id)(x, LABELS)
    loss.backward()
    assert loss.dtype == torch.float32
    assert x.grad.isfinite().all()


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("narrow", [torch.int32, torch.uint8, torch.int16])
def test_labels_of_any_whole_type_mean_the_same(id: str, narrow: torch.dtype) -> None:
    plain, other = live(id), live(id)
    assert torch.equal(other(EMBEDDINGS, LABELS.to(narrow)), plain(EMBEDDINGS, LABELS))
    assert other.readings == plain.readings


def test_as_many_uint8_labels_as_classes_are_no_mask() -> None:
    loss = live("center")
    loss(EMBEDDINGS[:4], torch.tensor([0, 1, 1, 1], dtype=torch.uint8))
    apart = EMBEDDINGS[:4] - loss.centres[[0, 1, 1, 1]]
    assert loss.readings["centre_distance"] == pytest.approx(apart.norm(dim=1).mean().item())


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("labels", [LABELS.tolist(), LABELS > 0, LABELS[:, None]], ids=["list", "boolean", "two axes"])
def test_labels_of_another_kind_are_refused(id: str, labels: Any) -> None:
    with pytest.raises(ValueError, match=r"^labels must be whole numbers"):
        live(id)(EMBEDDINGS, labels)


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("embeddings", [EMBEDDINGS.tolist(), EMBEDDINGS + 0j, EMBEDDINGS.long()])
def test_embeddings_of_another_kind_are_refused(id: str, embeddings: Any) -> None:
    with pytest.raises(ValueError, match=r"^embeddings must be a real tensor"):
        live(id)(embeddings, LABELS)


@pytest.mark.parametrize("id", IDS)
def test_embeddings_wider_than_the_losses_own_vectors_are_refused(id: str) -> None:
    loss = live(id)
    if owns_vectors(loss):
        with pytest.raises(ValueError, match=r"^embeddings must be torch\.float32"):
            loss(EMBEDDINGS.double(), LABELS)
    else:
        assert loss(EMBEDDINGS.double(), LABELS).dtype == torch.float64


@pytest.mark.parametrize("id", IDS)
def test_a_float64_loss_widens_its_embeddings(id: str) -> None:
    loss = live(id).double()
    loss(EMBEDDINGS, LABELS)
    assert loss.batch["embeddings"].dtype == (torch.float64 if owns_vectors(loss) else torch.float32)
    assert all(math.isfinite(value) for value in loss.readings.values())


@pytest.mark.parametrize("narrow", [torch.int32, torch.uint8])
def test_what_follows_the_batch_takes_labels_of_any_whole_type(narrow: torch.dtype) -> None:
    points, bundles = EMBEDDINGS, EMBEDDINGS[:4, None]
    labels = LABELS.to(narrow)
    assert torch.equal(center_update(points[:4], points, labels, 0.5), center_update(points[:4], points, LABELS, 0.5))
    cos = points @ points[:4].T
    assert adacos_dynamic_scale(cos, labels, 2.0) == adacos_dynamic_scale(cos, LABELS, 2.0)
    assert subcenter_clean(points, labels, bundles) == subcenter_clean(points, LABELS, bundles)


def test_unknown_ids_settings_and_values_are_refused() -> None:
    with pytest.raises(ValueError, match="loss must be one of"):
        made("arcfacee")
    with pytest.raises(ValueError, match="ArcFace has no setting"):
        made("arcface", margin=0.3)
    with pytest.raises(ValueError, match=r"ArcFace margin must lie in 0 … 1\.57"):
        made("arcface", m=3)


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ({"num_classes": 0, "embedding_dim": 2}, "num_classes"),
        ({"num_classes": 3, "embedding_dim": 0}, "embedding_dim"),
        ({"num_classes": "10", "embedding_dim": 2}, "num_classes must be a whole number of at least 1, got '10'"),
        ({"num_classes": 10.0, "embedding_dim": 2}, "num_classes"),
        ({"num_classes": True, "embedding_dim": 2}, "num_classes"),
        ({"num_classes": 3, "embedding_dim": 2.0}, "embedding_dim"),
        ({"num_classes": 3, "embedding_dim": 2, "class_counts": [1, 2]}, "class_counts"),
    ],
)
def test_a_problem_that_cannot_be_is_refused(problem: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        create("softmax", **problem)
