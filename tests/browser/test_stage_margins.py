"""What a loss asks for, drawn: gaps on the circle, caps on the sphere and rings, against the closed forms."""

import math

import numpy as np
import pytest

from lossviz import catalog
from lossviz.geometry import angular_gap, combined_target_logit, dynamic_margins, sphereface_lambda, triplet_category

pytestmark = pytest.mark.browser

ZONES = "await import('/_stcore/bidi-components/lossviz.stage/zones.js')"
GAPS = (
    "(async () => { const z = " + ZONES + "; const at = given.angles;"
    " const packed = (a, i) => [Math.cos(a), Math.sin(a), 0, Math.floor(i / given.subs)];"
    " const values = Float32Array.from(at.flatMap(packed));"
    " const sites = { mode: 1, subs: given.subs, unit: true, values };"
    " const zone = given.asked && z.zoneOf(given.asked, sites, { sizes: given.sizes, readings: given.readings });"
    " return m.gapsOf(sites, zone); })()"
)


def gaps(run, angles, asked, subs=1, sizes=None, readings=None) -> dict[tuple[int, int], dict[str, float]]:
    """The gaps between classes whose vectors point to these angles, by class and class."""
    found = run("gaps.js", GAPS, angles=list(angles), asked=asked, subs=subs, sizes=sizes, readings=readings)
    return {(gap["k"], gap["j"]): gap for gap in found}


def asking(measure: str, value: float, **knobs) -> dict:
    return {"measure": measure, "value": value, "knobs": knobs}


def between(run, theta: float, asked, **more) -> float:
    """Degrees of the gap between two class vectors `theta` apart."""
    return math.degrees(gaps(run, [0.3, 0.3 + theta], asked, **more)[0, 1]["gap"])


FORMS = {
    "arcface": lambda m: asking("angle", m),
    "cosface": lambda m: asking("cosine", m),
    "sphereface": lambda m: asking("factor", m, lam=0.0),
}


@pytest.mark.parametrize("degrees", [24, 36, 70, 120])
@pytest.mark.parametrize(("loss", "m"), [("arcface", 0.3), ("cosface", 0.05), ("sphereface", 2), ("sphereface", 4)])
def test_the_drawn_gap_is_the_closed_form(run, loss, m, degrees):
    theta = math.radians(degrees)
    assert between(run, theta, FORMS[loss](m)) == pytest.approx(math.degrees(angular_gap(loss, theta, m)), abs=0.01)


def test_without_a_margin_regions_touch(run):
    assert between(run, 0.7, None) == pytest.approx(0, abs=1e-3)


@pytest.mark.parametrize(("m1", "m2", "m3"), [(1.35, 0.0, 0.0), (1.0, 0.3, 0.2), (0.9, 0.4, 0.15)])
def test_the_combined_margin_ends_where_its_own_logit_equals_the_other_cosine(run, m1, m2, m3):
    theta = math.radians(100)
    gap = math.radians(between(run, theta, asking("combined", m2, m1=m1, m2=m2, m3=m3)))
    own = (theta - gap) / 2
    assert combined_target_logit(own, m1, m2, m3) == pytest.approx(math.cos(theta - own), abs=1e-4)


def test_circle_loss_ends_on_its_arc_carried_back_to_angles(run):
    theta, m = math.radians(80), 0.25
    gap = math.radians(between(run, theta, asking("arc", m, similarity="cosine")))
    own, other = math.cos((theta - gap) / 2), math.cos((theta + gap) / 2)
    assert other**2 + (1 - own) ** 2 == pytest.approx(2 * m**2, abs=1e-4)


def test_an_annealed_margin_is_as_wide_as_lambda_lets_it_be(run):
    theta, lam = math.radians(60), sphereface_lambda(1000)
    eased = asking("factor", 4, lam="annealed")
    own = (theta - math.radians(between(run, theta, eased, readings={"lambda": lam}))) / 2
    psi = math.cos(4 * own) if own < math.pi / 4 else -math.cos(4 * own) - 2
    assert (lam * math.cos(own) + psi) / (1 + lam) == pytest.approx(math.cos(theta - own), abs=1e-4)


def test_a_class_without_room_for_the_margin_has_no_region(run):
    found = gaps(run, [0.0, 0.2, 1.2, 2.4, 3.8], asking("angle", 0.3))
    assert {k for pair in found for k in pair} == {2, 3, 4}


def test_margins_by_class_size(run):
    sizes, knobs = [100, 300, 900], {"a": 1.0, "b": 0.1, "lam": 0.25}
    each = dynamic_margins(sizes, **knobs)
    found = gaps(run, [0.0, 1.5, 3.5], asking("sized", 0.5, **knobs), sizes=sizes)
    assert math.degrees(found[0, 1]["gap"]) == pytest.approx(math.degrees(each[0] + each[1]) / 2, abs=0.01)


@pytest.mark.parametrize("knobs", [{"a": 1.0, "b": "fitted"}, {"a": "fitted", "b": "fitted"}])
def test_margins_by_class_size_from_any_of_their_knobs(run, knobs):
    spanned = {"m_min": 0.05, "m_max": 0.5, "lam": 0.25}
    numbers = {"a": 1.0, "b": 0.0} if knobs["a"] == 1.0 else {"m_min": 0.05, "m_max": 0.5}
    made = run("zones.js", "m.bySize(given.knobs, given.sizes)", knobs={**spanned, **knobs}, sizes=[5, 50, 500])
    assert made == pytest.approx(dynamic_margins([5, 50, 500], lam=0.25, **numbers))


def test_sub_centres_are_measured_from_the_nearest_of_each_class(run):
    found = gaps(run, [0.0, 0.2, 1.2, 1.6, 3.0, 4.5], asking("angle", 0.3), subs=2)
    assert found[0, 1]["theta"] == pytest.approx(1.0, abs=1e-5)
    assert found[0, 1]["gap"] == pytest.approx(0.3, abs=1e-4)


CAPS = (
    "(async () => { const z = " + ZONES + "; const values = Float32Array.from(given.at.flatMap((v, k) => [...v, k]));"
    " const sites = { mode: 3, subs: 1, unit: true, values };"
    " return m.capsOf(sites, z.zoneOf(given.asked, sites)); })()"
)
AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize(
    ("asked", "radius"),
    [
        (asking("angle", 0.3), (math.pi / 2 - 0.3) / 2),
        (asking("factor", 2, lam=0.0), math.pi / 2 / 3),
        (asking("cosine", 0.1), math.pi / 4 - math.asin(0.1 / (2 * math.sin(math.pi / 4)))),
    ],
)
def test_a_cap_reaches_to_the_margin_of_the_nearest_other_class(run, asked, radius):
    caps = run("caps.js", CAPS, at=AXES, asked=asked)
    assert [cap["radius"] for cap in caps] == pytest.approx([radius] * 3, abs=1e-5)


def test_no_cap_where_the_margin_leaves_no_room(run):
    assert run("caps.js", CAPS, at=AXES, asked=asking("angle", 1.58)) == []


ANCHOR, TWIN, FAR_TWIN, HARD, SEMIHARD, EASY = [0, 0], [1, 0], [0, 2], [1.5, 0], [0, -2.5], [4, 0]
RINGS = (
    "(async () => { const points = Int16Array.from(given.points.flat().map((v) => v * 100));"
    " const frame = { points, unit: 0.01, dim: 2, count: points.length / 2, classes: 2 };"
    " return m.ringsOf({ from: frame, to: frame, t: 0, asked: given.asked, header: { recipe: { dim: 2 } },"
    " labels: Uint8Array.from(given.labels), shown: [1, given.strangers ?? 1], picked: 0, hovered: null,"
    " centresNow: Float32Array.from([1, 1, 3, 3]) }); })()"
)


def rings(run, asked, points=(ANCHOR, TWIN, FAR_TWIN, HARD, SEMIHARD, EASY), labels=(0, 0, 0, 1, 1, 1), **more):
    return run("rings.js", RINGS, asked=asked, points=list(points), labels=list(labels), **more)


def test_a_triplet_has_rings_at_its_farthest_positive_and_a_margin_beyond(run):
    found = rings(run, asking("triplet", 1.0))
    assert [ring["radius"] for ring in found["rings"]] == pytest.approx([2.0, 3.0])
    assert found["positive"] == 2
    told = [triplet_category(2.0, far, 1.0) for far in (1.5, 2.5, 4.0)]
    assert (found["hard"], found["between"]) == (told.count("hard"), told.count("semihard")) == (1, 1)


def test_hidden_classes_are_not_counted(run):
    found = rings(run, asking("triplet", 1.0), strangers=0.06)
    assert (found["hard"], found["between"]) == (0, 0)


def test_a_soft_margin_has_one_ring(run):
    found = rings(run, asking("triplet", "soft"))
    assert [ring["value"] for ring in found["rings"]] == [2.0]
    assert found["hard"] == 1


def test_squared_distances_are_drawn_as_distances(run):
    found = rings(run, asking("triplet", 1.0, distance="sqeuclidean"))
    assert [ring["radius"] for ring in found["rings"]] == pytest.approx([2.0, math.sqrt(5)])


def test_a_quadruplet_has_a_third_ring_around_its_nearest_negative(run):
    third = rings(run, asking("triplet", 1.0, alpha2=0.5, variant="chen2017"))["rings"][2]
    assert third["at"] == pytest.approx(HARD)
    assert third["radius"] == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("knobs", "drawn"),
    [
        ({"variant": "hadsell"}, {"radius": 2.0}),
        ({"variant": "hinge_sq"}, {"radius": math.sqrt(2)}),
        ({"variant": "hadsell", "normalize": True}, {"angle": math.pi}),
    ],
)
def test_contrastive_has_a_ring_of_its_margin(run, knobs, drawn):
    ring = rings(run, asking("apart", 2.0, **knobs))["rings"][0]
    assert {key: ring[key] for key in drawn} == pytest.approx(drawn)


@pytest.mark.parametrize(
    ("distance", "angles"),
    [
        ("cosine", [math.pi / 2, math.acos(-0.5)]),
        ("angle", [math.pi / 2, math.pi / 2 + 0.5]),
    ],
)
def test_directions_have_angles_in_the_place_of_rings(run, distance, angles):
    found = rings(run, asking("triplet", 0.5, distance=distance), points=([1, 0], [0, 1], [3, 1]), labels=(0, 0, 1))
    assert [ring["angle"] for ring in found["rings"]] == pytest.approx(angles, abs=1e-6)


def test_similarities_of_circle_loss_are_carried_back_to_distances(run):
    found = rings(run, asking("goal", 0.2, similarity="inverse"))
    # s = 1/(1 + D²): 0.8 at ½, 0.2 at 2
    assert [ring["radius"] for ring in found["rings"]] == pytest.approx([0.5, 2.0])
    assert (found["late"], found["within"]) == (2, 1)


def test_the_unified_loss_asks_for_a_lead_of_the_least_similar_positive(run):
    found = rings(run, asking("lead", 0.1, level="pair", similarity="inverse"))
    assert [ring["radius"] for ring in found["rings"]] == pytest.approx([2.0, 3.0])


@pytest.mark.parametrize("measure", ["inside", "outside"])
def test_centres_have_a_ring_each(run, measure):
    found = rings(run, asking(measure, 0.5, variant="hinge"))
    assert [ring["at"] for ring in found["rings"]] == [[1, 1], [3, 3]]
    assert [ring["radius"] for ring in found["rings"]] == [0.5, 0.5]


MARGINS = {
    "arcface": ["m"], "subcenter_arcface": ["m"], "cosface": ["m"], "sphereface": ["m"],
    "combined_margin": ["m1", "m2", "m3"], "dynamic_arcface": ["a", "b"], "circle_class": ["m"], "margin": ["m"],
    "contrastive": ["margin"], "triplet": ["margin"], "triplet_batch_all": ["margin"],
    "triplet_batch_hard": ["margin"], "triplet_semihard": ["margin"], "lifted_structure": ["margin"],
    "quadruplet": ["alpha1", "alpha2"], "unified": ["m"], "circle": ["m"], "intra": ["delta"], "inter": ["delta"],
}  # fmt: skip
"""The knobs of every loss with a margin that are margins."""

DRAWN = (
    "(async () => { const z = " + ZONES + "; const knobs = { ...given.knobs, ...given.turned };"
    " const asked = { measure: given.measure, value: knobs[given.knob], knobs };"
    " const sites = { mode: given.mode, subs: 1, unit: given.mode === 1, values: new Float32Array(8) };"
    " return [z.zoneOf(asked, sites, { sizes: [9, 90], readings: {} }),"
    " await " + RINGS.replace("given.asked", "asked") + "]; })()"
)


def test_every_loss_with_a_margin_is_tried_below():
    assert set(MARGINS) == {loss for loss, entry in catalog.losses().items() if entry.margin}


@pytest.mark.parametrize(("loss", "turned"), [(loss, knob) for loss, knobs in MARGINS.items() for knob in knobs])
def test_a_turned_margin_changes_what_is_drawn_without_a_new_frame(run, loss, turned):
    entry, recipe = catalog.losses()[loss], catalog.resolve(loss=loss)
    knob, measure = entry.margin
    mode = {"linear": 0, "cosine": 1, None: 2}[entry.scores]
    given = {"knobs": dict(recipe.knobs), "knob": knob, "measure": measure, "mode": mode}
    shape = {"points": [ANCHOR, TWIN, HARD, EASY], "labels": [0, 0, 1, 1]}
    values = (2, 3) if measure == "factor" else (0.3, 0.4)
    before, after = (run("rings.js", DRAWN, **given, **shape, turned={turned: value}) for value in values)
    assert before != after


SHARES = (
    "m.sharesOf({ points: Int16Array.from(given.points.flat()), vectors: Float32Array.from(given.vectors.flat()),"
    " count: given.points.length, dim: 2, subs: 2 }, { recipe: { dim: 2 } }, Uint8Array.from(given.labels))"
)


def test_a_sub_centre_has_the_share_of_its_class_that_is_nearest_to_it_by_angle(run):
    vectors = [[9, 0], [0, 1], [-1, 0], [0, -2]]
    points = [[5, 1], [1, 5], [1, 9], [1, 7], [-5, -1], [-3, 1]]
    shares = run("shares.js", SHARES, points=points, vectors=vectors, labels=[0, 0, 0, 0, 1, 1])
    assert shares == pytest.approx([0.25, 0.75, 1.0, 0.0])


@pytest.mark.parametrize("p", [1.0, 2.0, 3.0])
def test_a_ruler_measures_in_the_norm_of_the_loss(run, p):
    found = run("rulers.js", "m.rulerOf({ p: given.p }).of([0, 1], [3, 5])", p=p)
    assert found == pytest.approx(np.linalg.norm([3, 4], p))
