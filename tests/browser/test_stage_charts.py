"""The chart beside the picture: similarities of pairs against numpy, medians, the rose of angles, and the switch."""

import math

import numpy as np
import pytest
from harness.opening import wait
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PAIRS = (
    "(() => { const frame = {points: Int16Array.from(given.points), count: given.labels.length, dim: 2, unit: 0.5};"
    " const r = m.pairsOf(frame, Uint8Array.from(given.labels), given.metric);"
    " return {...r, positive: [...r.positive], negative: [...r.negative]}; })()"
)


def cloud(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Points of four classes that overlap, in an order that goes around the classes."""
    rng = np.random.default_rng(count)
    labels = np.arange(count) % 4
    return (rng.normal(size=(count, 2)) * 500 + 900 * np.eye(4, 2)[labels]).astype(np.int16), labels


def all_pairs(points: np.ndarray, labels: np.ndarray, metric: str) -> tuple[np.ndarray, np.ndarray]:
    """The values of pairs of one class and of two."""
    first, second = np.triu_indices(len(points), 1)
    units = points / np.linalg.norm(points, axis=1, keepdims=True)
    cosine = (units[first] * units[second]).sum(1)
    values = (
        cosine if metric == "cosine" else np.linalg.norm(0.5 * (points[first] - points[second].astype(float)), axis=1)
    )
    same = labels[first] == labels[second]
    return values[same], values[~same]


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_every_pair_of_a_small_set_counts_once_by_the_metric_of_the_loss(run, metric):
    points, labels = cloud(40)
    found = run("pairs.js", PAIRS, points=points.ravel().tolist(), labels=labels.tolist(), metric=metric)
    positive, negative = all_pairs(points, labels, metric)
    assert (found["shown"], found["all"]) == (780, 780)
    assert sorted(found["positive"]) == pytest.approx(np.sort(positive), rel=1e-5, abs=1e-6)
    assert sorted(found["negative"]) == pytest.approx(np.sort(negative), rel=1e-5, abs=1e-6)


def test_the_chosen_pairs_of_a_large_set_stand_for_all(run):
    points, labels = cloud(400)
    found = run("pairs.js", PAIRS, points=points.ravel().tolist(), labels=labels.tolist(), metric="euclidean")
    positive, negative = all_pairs(points, labels, "euclidean")
    assert (found["shown"], found["all"]) == (50_000, 79_800)
    assert len(found["positive"]) / 50_000 == pytest.approx(len(positive) / 79_800, rel=0.02)
    for chosen, values in ((found["positive"], positive), (found["negative"], negative)):
        assert np.quantile(chosen, [0.1, 0.5, 0.9]) == pytest.approx(np.quantile(values, [0.1, 0.5, 0.9]), rel=0.02)
        assert len(np.unique(np.float32(chosen))) > 0.95 * len(chosen)  # no pair twice


@pytest.mark.parametrize(("values", "middle"), [([3, 1, 2], 2), ([4, 1, 2, 3], 2.5), ([1, None, 5], 3), ([], math.nan)])
def test_the_median_is_the_middle_of_what_is_finite(run, values, middle):
    found = run("measure.js", "m.median(given.values.map((v) => v ?? NaN))", values=values)
    assert found == pytest.approx(middle, nan_ok=True)


DENSITIES = (
    "(() => { const frame = {points: Int16Array.from(given.points), count: given.labels.length, dim: 2, classes: 2};"
    " return m.densities(frame, Uint8Array.from(given.labels)).map((petal) => [...petal]); })()"
)


def test_a_petal_is_the_mean_of_its_points_bells(run):
    angles = np.radians([0.0, 4.0, 120.0, 179.6, -178.0])
    points = (30_000 * np.stack([np.cos(angles), np.sin(angles)], 1)).round().astype(int)
    found = run("rose.js", DENSITIES, points=points.ravel().tolist(), labels=[0, 0, 0, 1, 1])
    around = np.radians(np.arange(360))[:, None] - angles
    away = np.abs((around + np.pi) % (2 * np.pi) - np.pi)
    bells = np.exp(-0.5 * (away / 0.05) ** 2)
    assert found[0] == pytest.approx(bells[:, :3].mean(1), abs=1e-3)
    assert found[1] == pytest.approx(bells[:, 3:].mean(1), abs=1e-3)


def test_the_switch_of_the_chart_is_reached_by_keys_and_keeps_its_choice(resting, stage_server):
    page = resting(stage_server, "/?tapes=cosine-0&width=1024")
    wait(page, "s.chart === 'classes'")
    page.get_by_role("radio", name="Classes").focus()
    page.keyboard.press("ArrowRight")
    wait(page, "s.chart === 'pairs' && s.shown === 39")
    page.get_by_role("button", name="Previous frame").click()
    wait(page, "s.chart === 'pairs' && s.shown === 38")
    expect(page.get_by_role("radio", name="Pairs")).to_be_checked()


def test_a_projection_has_no_pairs_and_says_the_angles_of_all_dimensions(resting, stage_server):
    page = resting(stage_server, "/?tapes=projected-0&width=1024")
    said = page.locator(".histogram")
    expect(said).to_contain_text("the mean angle to the own class is 5.7°, to the nearest other 34.4°")
    page.get_by_role("radio", name="Pairs").check()
    expect(said).to_contain_text(
        "Pairs are not drawn: in a projection their similarities are not those of the 16 dimensions."
    )
