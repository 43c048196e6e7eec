"""The unified loss: three levels, and the losses that it becomes."""

from __future__ import annotations

import math

import pytest
import torch

from lossviz.losses import create
from lossviz.losses.functional import cosface, softmax, triplet_batch_hard, unified


def batch(n: int = 12, dim: int = 3) -> tuple[torch.Tensor, torch.Tensor]:
    x = torch.randn(n, dim, generator=torch.Generator().manual_seed(0), dtype=torch.float64, requires_grad=True)
    return x, torch.arange(n) % 4


def test_given_similarities_by_hand() -> None:
    sp, sn = torch.tensor([0.5, 0.7]), torch.tensor([0.1, 0.2, 0.3])
    expected = math.log(1 + sum(math.exp(2 * (n - p + 0.25)) for n in (0.1, 0.2, 0.3) for p in (0.5, 0.7)))
    assert unified(sp=sp, sn=sn, gamma=2.0, level="similarity").item() == pytest.approx(expected)


@pytest.mark.parametrize(("gamma", "m"), [(30.0, 0.35), (64.0, 0.0)])
def test_at_the_class_level_it_is_cosface(gamma: float, m: float) -> None:
    x, y = batch()
    w = torch.randn(4, 3, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    losses = unified(x, y, weights=w, gamma=gamma, m=m, level="class"), cosface(x, y, weights=w, s=gamma, m=m)
    torch.testing.assert_close(*losses)
    torch.testing.assert_close(*(torch.autograd.grad(loss, x)[0] for loss in losses))


def test_with_unit_vectors_and_gamma_1_it_is_softmax() -> None:
    x, y = batch()
    x = torch.nn.functional.normalize(x.detach())
    w = torch.eye(4, 3, dtype=torch.float64)[[0, 1, 2, 0]] * torch.tensor([1.0, 1.0, 1.0, -1.0]).double()[:, None]
    torch.testing.assert_close(
        unified(x, y, weights=w, gamma=1.0, m=0.0, level="class"), softmax(x, y, weights=w), rtol=1e-9, atol=0
    )


@pytest.mark.parametrize("m", [0.0, 0.25])
def test_for_large_gamma_it_is_batch_hard_in_cosines(m: float) -> None:
    x, y = batch()
    hard = triplet_batch_hard(x, y, margin=m, distance="cosine")
    torch.testing.assert_close(unified(x, y, gamma=1e5, m=m) / 1e5, hard, rtol=0, atol=1e-4)


@pytest.mark.parametrize("gamma", [1.0, 16.0, 256.0])
def test_over_gamma_it_exceeds_the_hardest_comparison_by_a_known_bound(gamma: float) -> None:
    sp, sn = torch.tensor([0.4, 0.5, 0.9]), torch.tensor([0.3, 0.6])
    hardest = max(0.6 - 0.4 + 0.25, 0)
    value = unified(sp=sp, sn=sn, gamma=gamma, level="similarity").item() / gamma
    assert hardest - 1e-6 <= value <= hardest + math.log(1 + 3 * 2) / gamma + 1e-6


@pytest.mark.parametrize("labels", [[3] * 4, [0, 1, 2, 3], [1]], ids=["one class", "no two alike", "one sample"])
def test_without_a_comparison_it_is_0_attached_to_the_graph(labels: list[int]) -> None:
    x = torch.randn(len(labels), 2, requires_grad=True)
    loss = unified(x, torch.tensor(labels))
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


def test_one_class_in_the_problem_costs_nothing() -> None:
    x = torch.randn(3, 2, requires_grad=True)
    loss = unified(x, torch.zeros(3).long(), weights=torch.ones(1, 2), level="class")
    loss.backward()
    assert loss.item() == 0
    assert not x.grad.any()


@pytest.mark.parametrize("empty", ["sp", "sn"])
def test_an_empty_side_costs_nothing(empty: str) -> None:
    sides = {name: torch.zeros(0 if name == empty else 2, requires_grad=True) for name in ("sp", "sn")}
    loss = unified(**sides, level="similarity")
    loss.backward()
    assert loss.item() == 0


@pytest.mark.parametrize("arguments", [{}, {"level": "class"}, {"level": "similarity"}])
def test_a_level_without_its_input_is_refused(arguments: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"embeddings|sp must be"):
        unified(**arguments)


def test_the_class_level_without_class_vectors_is_refused() -> None:
    x, y = batch()
    with pytest.raises(ValueError, match="weights"):
        unified(x, y, level="class")


def test_only_the_class_level_has_class_vectors() -> None:
    x = torch.randn(6, 2)
    pairs, classes = (create("unified", num_classes=4, embedding_dim=2, level=level) for level in ("pair", "class"))
    assert pairs.scores(x) is pairs.class_vectors is None
    assert classes.scores(x).shape == (6, 4)
    assert classes.class_vectors.shape == (4, 1, 2)


@pytest.mark.parametrize(("progress", "gamma"), [(0.0, 4.0), (0.25, 8.0), (0.5, 16.0), (0.9, 16.0)])
def test_gamma_grows_over_the_first_half_of_the_run(progress: float, gamma: float) -> None:
    x, y = batch(dim=2)
    loss = create("unified", num_classes=4, embedding_dim=2, gamma=16.0, gamma_start=4.0, similarity="inverse")
    loss.advance(progress, 0)
    torch.testing.assert_close(loss(x, y), unified(x, y, gamma=gamma, similarity="inverse"))
    assert loss.readings["gamma"] == pytest.approx(gamma)
