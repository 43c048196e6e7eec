"""Classes that are not trained, by the stage's modules on their own: colours, places, and no part in numbers."""

import pytest

pytestmark = pytest.mark.browser

WITHOUT_3_8 = {"classes": ["0", "1", "2", "4", "5", "6", "7", "9", "3", "8"], "strangers": 2}
THEME = {"classes": [f"#00000{k}" for k in range(10)]}
FRAME = (
    "{ classes: 2, dim: 2, unit: 1, count: 4, points: Int16Array.from([1, 0, 0, 1, 3, 1, 1, 3]),"
    " vectors: Float32Array.from([1, 0, 0, 1]), subs: 1 }"
)
LABELS = "Uint8Array.from([0, 1, 2, 2])"


def test_a_digit_keeps_its_colour_where_those_left_out_are_numbered_last(run):
    colours = run("strangers.js", "m.coloured(given.theme, given.header).classes", theme=THEME, header=WITHOUT_3_8)
    assert colours == [f"#00000{name}" for name in WITHOUT_3_8["classes"]]


@pytest.mark.parametrize(
    ("header", "places"),
    [
        (WITHOUT_3_8, [0, 1, 2, 4, 5, 6, 7, 9, 3, 8]),
        ({"classes": ["T-shirt", "Trouser", "Bag"], "strangers": 1}, [0, 1, 2]),
        ({"classes": ["7", "1"]}, [0, 1]),
    ],
)
def test_a_digit_keeps_its_mark_too_and_other_classes_take_theirs_in_order(run, header, places):
    assert run("strangers.js", "m.placesOf(given.header)", header=header) == places


@pytest.mark.parametrize(("k", "left_out"), [(7, False), (8, True), (9, True)])
def test_the_last_classes_are_those_left_out(run, k, left_out):
    assert run("strangers.js", "m.isStranger(given.header, given.k)", header=WITHOUT_3_8, k=k) == left_out


def test_numbers_are_those_of_the_trained_part(run):
    kept = run("strangers.js", f"(({{ frame, labels }}) => [frame.count, [...frame.points], [...labels]])"
               f"(m.trainedPart({FRAME}, {LABELS}))")  # fmt: skip
    assert kept == [2, [1, 0, 0, 1], [0, 1]]


def test_a_class_left_out_has_its_badge_on_its_mean(run):
    header = {"classes": ["0", "1", "2"], "strangers": 1}
    state = f"{{ from: {FRAME}, to: {FRAME}, t: 0, labels: {LABELS}, header: given.header }}"
    where = run("strangers.js", f"m.strangerMeans({state})", header=header)
    assert where == [[2, 2, 0]]


def test_a_digit_left_out_has_a_nearest_class_and_none_of_its_own(run):
    own, other, near = run(
        "measure.js",
        f"(() => {{ const r = m.measured({FRAME}, {{ scores: 'cosine' }}, {LABELS});"
        " return [r.own, r.other, r.next].map((v) => Number.isFinite(v[2])); })()",
    )
    assert [own, other, near] == [False, False, True]


@pytest.mark.parametrize(("picked", "hard"), [(0, 1), (4, None)])
def test_rings_are_of_trained_classes_only(run, picked, hard):
    """Around the point at 0 with a twin at 2: of the two others within, the one at (1, 1) is not trained."""
    found = run(
        "rings.js",
        "(() => { const points = Int16Array.from([0, 0, 2, 0, 1, 0, 5, 0, 1, 1]);"
        " const frame = { points, unit: 1, dim: 2, count: 5, classes: 2 };"
        " return m.ringsOf({ from: frame, to: frame, t: 0, labels: Uint8Array.from([0, 0, 1, 1, 2]), shown: [1, 1, 1],"
        " asked: { measure: 'triplet', value: 1, knobs: {} }, hovered: null, picked: given.picked,"
        " header: { recipe: { dim: 2 }, classes: ['0', '1', '2'], strangers: 1 } }); })()",
        picked=picked,
    )
    assert (found and found["hard"]) == hard
