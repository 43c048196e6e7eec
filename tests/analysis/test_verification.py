"""Verification against scikit-learn, on small examples, and intervals in a simulation."""

import numpy as np
import pytest
from scipy.interpolate import interp1d
from scipy.optimize import brentq
from sklearn.metrics import det_curve, roc_auc_score, roc_curve

from lossviz.analysis.verification import (
    NUMBERS,
    Pairs,
    _Sample,
    curve,
    drawn,
    extremes,
    intervals,
    needed,
    numbers,
    tar_at,
    thinned,
)
from lossviz.geometry.pairs import every_pair, pair_similarities


def made(features, labels, metric="cosine") -> Pairs:
    first, second = every_pair(len(labels))
    same = labels[first] == labels[second]
    return Pairs(scores=pair_similarities(features, metric), same=same, first=first, second=second)


def noisy(seed: int, each: int = 30, classes: int = 4, apart: float = 1.5):
    chance = np.random.default_rng(seed)
    labels = np.repeat(np.arange(classes), each)
    means = np.random.default_rng(7).normal(size=(classes, 3)) * apart
    return means[labels] + chance.normal(size=(len(labels), 3)), labels


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_the_numbers_are_those_of_scikit_learn(metric) -> None:
    features, labels = noisy(0)
    pairs = made(features, labels, metric)
    found = dict(zip(NUMBERS, numbers(curve(pairs)), strict=True))
    far, tar, _ = roc_curve(pairs.same, pairs.scores, drop_intermediate=False)
    assert found["auc"] == pytest.approx(roc_auc_score(pairs.same, pairs.scores), abs=1e-12)
    eer = brentq(lambda x: 1 - x - interp1d(far, tar)(x), 0, 1)
    assert found["eer"] == pytest.approx(eer, abs=1e-9)
    for rate in (1e-1, 1e-2, 1e-3):
        assert found[f"tar_{rate:g}"] == tar[far <= rate].max()


def test_errors_are_those_of_the_det_curve() -> None:
    features, labels = noisy(1)
    pairs = made(features, labels)
    far, frr, thresholds = det_curve(pairs.same, pairs.scores)
    found = curve(pairs)
    for f, r, at in zip(far, frr, thresholds, strict=True):
        here = np.flatnonzero(found.thresholds == at)[0]
        assert (found.far[here], 1 - found.tar[here]) == pytest.approx((f, r))


def test_equal_similarities_are_accepted_together() -> None:
    ties = Pairs(scores=np.array([0.5, 0.5, 0.5, 0.1]), same=np.array([True, False, True, False]),
                 first=np.zeros(4, int), second=np.zeros(4, int))  # fmt: skip
    assert tar_at(curve(ties), 0.4) == 0.0
    assert tar_at(curve(ties), 0.5) == 1.0


def test_a_rate_needs_as_many_pairs_as_one_error_takes() -> None:
    assert [needed(rate) for rate in (1e-1, 1e-2, 1e-3)] == [10, 100, 1000]


def test_a_thinned_curve_keeps_points_of_the_curve_and_both_ends() -> None:
    features, labels = noisy(2)
    whole = curve(made(features, labels))
    few = thinned(whole, 60)
    assert len(few.far) <= 62
    points = set(zip(whole.thresholds, whole.far, whole.tar, strict=True))
    assert set(zip(few.thresholds, few.far, few.tar, strict=True)) <= points
    assert (few.far[0], few.far[-1]) == (0.0, 1.0)


def test_no_image_is_shown_twice_among_the_worst_pairs() -> None:
    features, labels = noisy(3)
    pairs = made(features, labels)
    worst = extremes(pairs, 8, same=False)
    assert pairs.scores[worst[0]] == pairs.scores[~pairs.same].max()
    images = np.concatenate([pairs.first[worst], pairs.second[worst]])
    assert len(np.unique(images)) == 16
    assert not pairs.same[worst].any()


def test_a_drawn_sample_is_measured_as_scikit_learn_does_with_weights() -> None:
    features, labels = noisy(4, each=12)
    pairs = made(np.round(features, 1), labels, "euclidean")  # some similarities are equal
    times = drawn(labels, np.random.default_rng(1))
    weights = times[pairs.first] * times[pairs.second]
    far, tar, _ = roc_curve(pairs.same, pairs.scores, sample_weight=weights, drop_intermediate=False)
    auc, eer, *rates = _Sample(pairs).numbers(times)
    assert auc == pytest.approx(roc_auc_score(pairs.same, pairs.scores, sample_weight=weights), abs=1e-12)
    assert eer == pytest.approx(brentq(lambda x: 1 - x - interp1d(far, tar)(x), 0, 1), abs=2e-3)
    assert rates == pytest.approx([tar[far <= rate].max() for rate in (1e-1, 1e-2, 1e-3)])


def test_intervals_cover_what_many_images_show() -> None:
    """40 samples of 80 images: 95 % intervals hold the AUC and the EER of 1,000 images in about that many."""
    truth = numbers(curve(made(*noisy(99, each=250))))[:2]
    held = np.zeros(2)
    for seed in range(40):
        features, labels = noisy(seed, each=20)
        low, high = intervals(made(features, labels), labels, draws=120, seed=seed)[:2].T
        held += (low <= truth) & (truth <= high)
    assert (held >= 36).all(), held


def test_drawing_pairs_instead_of_images_would_not_cover() -> None:
    """Pairs share images: as if independent, their intervals are a fraction as wide."""
    features, labels = noisy(5, each=20)
    pairs = made(features, labels)
    low, high = intervals(pairs, labels, draws=120)[0]
    chance = np.random.default_rng(0)
    alone = [roc_auc_score(pairs.same[rows], pairs.scores[rows])
             for rows in (chance.integers(0, len(pairs.same), len(pairs.same)) for _ in range(60))]  # fmt: skip
    assert high - low > 2 * (np.quantile(alone, 0.975) - np.quantile(alone, 0.025))
