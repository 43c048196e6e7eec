"""Each method's own quantity on cases that fit on paper."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import check_grad

from lossviz.classic import Pairs, itml, mmc, strongest, transform
from lossviz.classic.itml import divergence
from lossviz.classic.linear import scatter
from lossviz.classic.lmnn import pull_and_push, targets
from lossviz.classic.nca import agreement

LINE = np.array([[0.0], [1.0], [3.0], [5.0]])
TWO = np.array([0, 0, 1, 1])


def test_nca_counts_the_chance_to_pick_a_point_of_ones_own_class() -> None:
    x, y = np.array([[0.0], [1.0], [3.0]]), [0, 0, 1]
    first, second = (math.exp(-1) / (math.exp(-1) + math.exp(-far)) for far in (9, 4))
    assert agreement(np.eye(1), x, y) == pytest.approx((first + second + 0) / 3)


def test_nca_knows_very_far_points_apart() -> None:
    assert agreement(np.eye(1) * 1e4, np.array([[0.0], [1.0], [4.0], [5.0]]), TWO) == 1.0


def test_lmnn_pulls_targets_and_pushes_impostors() -> None:
    # d² to the targets: 1 + 1 + 4 + 4; the only impostor is 1 for 3, with 1 + 4 − 4
    wanted = targets(LINE, TWO, 1)
    assert wanted.tolist() == [[1], [0], [3], [2]]
    assert pull_and_push(np.eye(1), LINE, TWO, wanted, mu=0.5)[0] == 0.5 * 10 + 0.5 * 1
    assert pull_and_push(np.eye(1), LINE, TWO, wanted, mu=0.25)[0] == 0.75 * 10 + 0.25 * 1


def test_lmnn_has_the_gradient_of_its_objective() -> None:
    chance = np.random.default_rng(0)
    x, y, start = chance.normal(size=(20, 4)), np.arange(20) % 3, chance.normal(size=8)
    wanted = targets(x, y, 2)

    def loss(flat: np.ndarray) -> float:
        return pull_and_push(flat.reshape(2, 4), x, y, wanted)[0]

    def slope(flat: np.ndarray) -> np.ndarray:
        return pull_and_push(flat.reshape(2, 4), x, y, wanted)[1].ravel()

    assert check_grad(loss, slope, start) < 1e-4 * np.linalg.norm(slope(start))


def test_the_scatter_is_a_weighted_sum_of_squares() -> None:
    x, weights = np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([[0.0, 3.0], [1.0, 0.0]])
    assert scatter(x, weights).tolist() == [[4.0, 8.0], [8.0, 16.0]]


@pytest.mark.parametrize("gamma", [0.25, 1.0, 1e12])
def test_itml_meets_a_bound_as_far_as_gamma_lets_it(gamma: float) -> None:
    # least m − ln m + γ(ξ/u − ln(ξ/u)) with 4m = ξ and u = 1 has 1/m = (1 + 4γ)/(1 + γ)
    found = itml([[0.0], [2.0], [2.0]], Pairs(np.array([[0, 1]]), np.array([[1, 2]])), gamma=gamma, bounds=(1.0, 9.0))
    assert found[0, 0] == pytest.approx((1 + gamma) / (1 + 4 * gamma))


def test_itml_pushes_dissimilar_points_out_to_their_bound() -> None:
    found = itml([[0.0], [0.0], [1.0]], Pairs(np.array([[0, 1]]), np.array([[0, 2]])), gamma=1e12, bounds=(1.0, 9.0))
    assert found[0, 0] == pytest.approx(9.0)


def test_itml_leaves_the_plain_metric_where_all_bounds_hold() -> None:
    found = itml([[0.0, 0.0], [0.0, 1.0], [5.0, 0.0]], Pairs(np.array([[0, 1]]), np.array([[0, 2]])), bounds=(2.0, 9.0))
    assert found.tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_itml_makes_its_divergence_least() -> None:
    chance = np.random.default_rng(1)
    x, given = chance.normal(size=(12, 3)), Pairs(np.arange(6).reshape(3, 2), np.arange(6, 12).reshape(3, 2))
    found = itml(x, given, bounds=(0.5, 9.0), gamma=2.0, sweeps=5000, tol=1e-12)
    similar, dissimilar = given.differences(x)
    pairs = np.concatenate([similar, dissimilar]), np.repeat([1.0, -1.0], 3), np.repeat([0.5, 9.0], 3)
    for _ in range(20):
        nudge = chance.normal(size=(3, 3)) * 1e-2
        assert divergence(found, *pairs, 2.0) < divergence(found + nudge + nudge.T, *pairs, 2.0)


def test_mmc_looks_along_the_one_dissimilar_pair() -> None:
    # similar differences (1, 0) and (0, 2): S = diag(1, 4); for one v the least is 1 / vᵀS⁻¹v, at M ∝ S⁻¹vvᵀS⁻¹
    x = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [3.0, 4.0]])
    found = mmc(x, Pairs(np.array([[0, 1], [0, 2]]), np.array([[0, 3]])))
    along = np.array([3.0, 1.0])
    np.testing.assert_allclose(found, np.outer(along, along) / 13**2, atol=1e-6)


def test_mmc_spreads_over_two_directions_since_distances_are_not_squared() -> None:
    x = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    found = mmc(x, Pairs(np.array([[0, 1], [0, 2]]), np.array([[0, 1], [0, 2]])))
    np.testing.assert_allclose(np.diag(found), [0.25, 0.25], atol=1e-6)


def test_the_strongest_directions_of_a_metric_give_it_back() -> None:
    root = np.random.default_rng(2).normal(size=(2, 3))
    found = strongest(root.T @ root, 2)
    np.testing.assert_allclose(found.T @ found, root.T @ root, atol=1e-12)


def test_a_map_is_looked_through() -> None:
    assert transform([[1.0, 2.0], [3.0, 4.0]], np.array([[1.0, -1.0]])).tolist() == [[-1.0], [-1.0]]
