"""Losses as forces: against torch's own gradients, and at rest where all points coincide."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import torch

from lossviz.geometry import batch_forces
from lossviz.geometry.forces import LOSSES
from lossviz.losses import functional as F

LABELS = [3, 1, 1, 0, 3, 1, 0, 2, 3]
POINTS = np.random.default_rng(4).normal(size=(9, 2))


def quadruplets(labels: list[int]) -> torch.Tensor:
    """Every (a, p, n1, n2): two of one class and two of two others."""
    places = range(len(labels))
    return torch.tensor([
        (a, p, x, y)
        for a, p, x, y in itertools.product(places, repeat=4)
        if a != p and labels[a] == labels[p] and len({labels[a], labels[x], labels[y]}) == 3
    ])  # fmt: skip


def by_torch(loss: str, x: torch.Tensor, y: torch.Tensor, m: float, tau: float) -> torch.Tensor:
    """The library's loss of this name in plain distances, with −D² for a similarity."""
    rows = quadruplets(y.tolist())
    plain = {"distance": "euclidean"}
    made = {
        "contrastive": lambda: F.contrastive(x, y, margin=m),
        "triplet": lambda: F.triplet_batch_all(x, y, margin=m),
        "hard": lambda: F.triplet_batch_hard(x, y, margin=m),
        "soft": lambda: F.triplet_batch_hard(x, y, margin="soft"),
        "semihard": lambda: F.triplet_semihard(x, y, margin=m, normalize=False, **plain),
        "quadruplet": lambda: F.quadruplet(x, y, quadruplets=rows, alpha1=m, alpha2=m / 2, **plain),
        "lifted": lambda: F.lifted_structure(x, y, margin=m),
        "npair": lambda: F.n_pair(x, y, similarity="sqeuclidean"),
        "infonce": lambda: F.infonce(x, y, tau=tau, similarity="sqeuclidean"),
    }
    value: torch.Tensor = made[loss]()
    return value


@pytest.mark.parametrize("spread", [1.0, 0.05, 0.0])
@pytest.mark.parametrize("loss", LOSSES)
def test_forces_are_minus_the_gradients_of_the_library(loss: str, spread: float) -> None:
    for margin, tau in ((1.0, 1.0), (0.35, 0.3)):
        x = torch.tensor(spread * POINTS, requires_grad=True)
        value = by_torch(loss, x, torch.tensor(LABELS), margin, tau)
        (gradient,) = torch.autograd.grad(value, x)
        found = batch_forces(loss, spread * POINTS, LABELS, margin=margin, tau=tau)
        assert found.loss == pytest.approx(float(value.detach()), abs=1e-9)
        assert found.gradient == pytest.approx(gradient.numpy(), abs=1e-9)


@pytest.mark.parametrize(
    ("loss", "rest"), [("hard", 0.7), ("triplet", 0.7), ("soft", math.log(2)), ("quadruplet", 1.05)]
)
def test_a_collapsed_batch_rests_at_its_margins_or_at_ln_2(loss: str, rest: float) -> None:
    """Hermans et al. 2017: with all features in one place batch-hard is m, ln 2 where it is soft; no force is left."""
    found = batch_forces(loss, np.ones((9, 2)), LABELS, margin=0.7)
    assert found.loss == pytest.approx(rest)
    assert not found.gradient.any()


def test_a_loss_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"loss must be one of contrastive, .*, got center"):
        batch_forces("center", POINTS, LABELS)
