"""Real small runs: each fault is said by the run that has it, and none by a healthy one."""

from __future__ import annotations

from pathlib import Path

import pytest

from lossviz import catalog
from lossviz.cli.record import RECORDED
from lossviz.engine import NotFinite, train
from lossviz.frame import Tape

SMALL = {"data": "digits8", "embedder": "linear"}


def first_with(code: str, **settings: object) -> dict[str, object]:
    """What fills the sentence of the finding, at the first frame that says it."""
    frames = train(catalog.resolve(**settings))
    found = next((h for frame in frames for h in frame.health if h["code"] == f"health.{code}"), None)
    frames.close()
    assert found is not None, f"no frame says {code}"
    return dict(found["fields"])


def test_batch_hard_as_published_collapses_in_the_plane_to_its_margin() -> None:
    said = first_with("collapse_margin", loss="triplet_batch_hard", margin=0.3, anneal=0.0, epochs=12)
    assert said == {"margin": "0.3"}


def test_with_a_soft_margin_it_collapses_to_ln_2() -> None:
    said = first_with("collapse_ln2", loss="triplet_batch_hard", margin="soft", anneal=0.0, epochs=10)
    assert said == {"ln2": "0.6931"}


def test_a_tensor_that_is_not_finite_stops_the_run_with_its_name_and_step() -> None:
    far_too_fast = catalog.resolve(loss="center", lr=1.0, optimiser="sgd", epochs=2, **SMALL)
    with pytest.raises(NotFinite) as caught:
        list(train(far_too_fast))
    assert caught.value.tensor in ("embedding", "loss", "gradient")
    assert 0 < caught.value.step < 20
    assert (caught.value.cause_code, caught.value.cause_value) == ("health.cause_lr", 1.0)


def test_triplets_that_all_meet_their_margin_are_called_inactive() -> None:
    few = {"p_classes": 2, "k_samples": 2, "dim": 16, "epochs": 5}
    said = first_with("no_active_triplets", loss="triplet_semihard", margin=0.01, **few, **SMALL)
    assert said["n"] >= 20


def test_a_margin_of_which_ten_classes_have_no_room_is_said_at_once() -> None:
    said = first_with("margin_bound", loss="cosface", m=0.35, s=30.0, epochs=1, **SMALL)
    assert said == {"margin": "0.35", "bound": "0.191", "classes": 10, "dim": 2}


def test_dynamic_adacos_runs_away_in_the_plane() -> None:
    said = first_with("scale_running", loss="adacos", mode="dynamic", epochs=10, **SMALL)
    assert float(str(said["scale"])) > 20


@pytest.mark.parametrize(("dim", "code"), [(2, "dead_relu"), (3, "dead_relu_space")])
def test_a_last_relu_leaves_all_classes_one_corner(dim: int, code: str) -> None:
    first_with(code, loss="softmax", last_relu=True, dim=dim, epochs=1, **SMALL)


def test_a_last_relu_with_as_many_dimensions_as_classes_has_room() -> None:
    frames = train(catalog.resolve(loss="softmax", last_relu=True, dim=16, epochs=1, **SMALL))
    assert next(frames).health == ()
    frames.close()


@pytest.mark.parametrize(("loss", "batch", "code"), [("contrastive", 4, "no_positives"), ("triplet", 2, "no_triplets")])
def test_batches_without_positives_are_said(loss: str, batch: int, code: str) -> None:
    first_with(code, loss=loss, sampler="uniform", batch_size=batch, epochs=1, **SMALL)


def test_five_random_samples_of_ten_classes_mostly_hold_a_pair() -> None:
    """10·9·8·7·6 / 10⁵ = 0.30 of such batches hold none; of four samples 0.504."""
    frames = train(catalog.resolve(loss="contrastive", sampler="uniform", batch_size=5, epochs=1, **SMALL))
    assert next(frames).health == ()
    frames.close()


def test_a_learning_rate_far_too_high_blows_the_features_up() -> None:
    # through the layers of patch2, where it is thousands of times; through a linear map it is hardly 200
    said = first_with("blown_up", loss="contrastive", lr=1.0, epochs=1, data="digits8")
    assert int(str(said["times"])) > 200


def test_one_somewhat_too_high_makes_the_loss_diverge() -> None:
    said = first_with("diverging", loss="triplet_batch_hard", margin=0.3, anneal=0.0, lr=0.1, epochs=10, **SMALL)
    assert int(str(said["times"])) >= 3


@pytest.mark.parametrize("tape", sorted(RECORDED.glob("*.tape")), ids=lambda path: path.stem[:8])
def test_a_recorded_run_was_healthy_from_start_to_end(tape: Path) -> None:
    assert [frame.step for frame in Tape.from_bytes(tape.read_bytes()).frames() if frame.health] == []


@pytest.mark.parametrize("loss", catalog.losses())
def test_the_usual_recipe_of_a_loss_starts_healthy(loss: str) -> None:
    assert not any(frame.health for frame in train(catalog.resolve(loss=loss, data="digits8", epochs=1)))
