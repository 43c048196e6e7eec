"""Decision regions: the vote of neighbours against scikit-learn, how sure an answer is, and what the caption says."""

import numpy as np
import pytest
from harness.opening import HOME, ask, wait
from playwright.sync_api import expect
from sklearn.neighbors import KNeighborsClassifier

pytestmark = pytest.mark.browser

VOTES = (
    "(() => { const frame = {points: Int16Array.from(given.points), count: given.labels.length, dim: 2, unit: 1};"
    " const votes = new m.Votes(frame, Uint8Array.from(given.labels), given.directions);"
    " const grid = new m.Grid(votes, given.area, given.side); grid.count();"
    " return {columns: grid.columns, rows: grid.rows, values: [...grid.values]}; })()"
)


def cloud(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two hundred points of six classes that overlap."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 6, 200)
    return (rng.normal(size=(200, 2)) * 900 + 700 * np.eye(6, 2)[labels]).astype(np.int16), labels


@pytest.mark.parametrize(("metric", "seed"), [("euclidean", 0), ("euclidean", 1), ("cosine", 0), ("cosine", 1)])
def test_the_grid_holds_the_votes_of_scikit_learns_neighbours(run, metric, seed):
    points, labels = cloud(seed)
    area = {"width": 600, "height": 400, "origin": [300, 150], "unit": 0.1}
    found = run(
        "votes.js", VOTES, points=points.ravel().tolist(), labels=labels.tolist(), directions=metric == "cosine",
        area=area, side=60,
    )  # fmt: skip
    assert (found["columns"], found["rows"]) == (60, 40)
    cells = (np.stack(np.meshgrid(np.arange(60), np.arange(40)), -1).reshape(-1, 2) + 0.5) * 10
    places = (cells - [300, 150]) / 0.1
    judge = KNeighborsClassifier(5, metric=metric, algorithm="brute").fit(points.astype(float), labels)
    values = np.array(found["values"]).reshape(-1, 2)
    assert (values[:, 0] == judge.predict(places)).all()
    assert values[:, 1] == pytest.approx(np.floor(255 * judge.predict_proba(places).max(1) + 1e-6))


CERTAINTY = "m.certaintyOf({mode: given.mode, unit: given.unit}, given.frame, {scores: given.scores}, given.knobs)"
LEARNED = {"vectors": [1], "readings": {}}
LONG = {"vectors": [1], "readings": {"feature_length": 9}}


@pytest.mark.parametrize(
    ("mode", "unit", "scores", "frame", "knobs", "found"),
    [
        (0, False, "linear", LEARNED, {}, {"kind": "softmax", "scale": 1}),
        (1, True, "cosine", LEARNED, {"s": 16}, {"kind": "softmax", "scale": 16}),
        (1, True, "cosine", {**LEARNED, "readings": {"scale": 3.1}}, {}, {"kind": "softmax", "scale": 3.1}),
        (
            1,
            True,
            "cosine",
            LONG,
            {"s": "free"},
            {"kind": "softmax", "scale": 9},
        ),
        (1, False, "linear", LEARNED, {}, None),  # on the circle raw features have lost their length
        (0, False, "linear", LEARNED, {"gamma": 16}, None),  # circle loss has no softmax
        (2, False, None, {"readings": {}}, {}, {"kind": "nearer"}),
    ],
)
def test_how_sure_an_answer_is_goes_by_what_the_loss_knows(run, mode, unit, scores, frame, knobs, found):
    assert run("certainty.js", CERTAINTY, mode=mode, unit=unit, scores=scores, frame=frame, knobs=knobs) == found


SHADED = """(async () => {
  const shaders = await import(given.home + 'shaders.js');
  const gl = Object.assign(document.createElement('canvas'), {width: 40, height: 40}).getContext('webgl2');
  const made = m.program(gl, shaders.FULL, shaders.regions(3, 1, given.mode, given.kind));
  gl.useProgram(made.program);
  made.set({origin: [20, 20], unit: given.unit, dpr: 1, tint: 0.4, regions: 1, confidence: 1, scale: given.scale,
    border: 0, zones: 0, measure: 0, more: [0, 0], 'sites[0]': Float32Array.from(given.sites),
    bg: [0, 0, 0], ink: [0, 0, 0], 'palette[0]': new Float32Array(48).fill(1),
    'margins[0]': new Float32Array(16).fill(0.3), ...given.extra});
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const pixels = new Uint8Array(6400);
  gl.readPixels(0, 0, 40, 40, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return [...pixels].filter((_, i) => i % 4 === 0);
})()"""
WEIGHTS = np.array([[1.0, 0.2, 0.3], [-0.5, 1.1, -0.2], [-0.4, -0.9, 0.1]])


def shaded(run, mode: int, kind: str, sites: np.ndarray, scale: float, unit: float, **extra: object) -> np.ndarray:
    """What the program of regions draws of 40 × 40 pixels about the origin, white at full colour, as numbers 0 … 1."""
    values = np.hstack([sites, np.arange(3)[:, None]]).ravel().tolist()
    found = run(
        "program.js",
        f"await {SHADED}",
        home=HOME,
        mode=mode,
        kind=kind,
        sites=values,
        scale=scale,
        unit=unit,
        extra=extra,
    )
    return np.array(found).reshape(40, 40) / 255


def places(unit: float) -> np.ndarray:
    """The middles of those pixels in the plane, [row, column, xy]."""
    at = (np.arange(40) + 0.5 - 20) / unit
    return np.stack(np.meshgrid(at, at), -1)


def check(found: np.ndarray, sure: np.ndarray, answer: np.ndarray) -> None:
    """The colour is that of the certainty wherever no boundary is within two pixels."""
    shifts = [np.roll(answer, (down, right), (0, 1)) for down in (-2, 0, 2) for right in (-2, 0, 2)]
    clear = np.all([shifted == answer for shifted in shifts], axis=0)
    assert clear.mean() > 0.5
    assert found[clear] == pytest.approx(0.4 * (0.15 + 1.5 * sure[clear] ** 2), abs=0.01)


def test_the_colour_of_a_linear_loss_follows_its_softmax_probability(run):
    scores = places(8) @ WEIGHTS[:, :2].T + WEIGHTS[:, 2]
    probability = np.exp(scores.max(-1)) / np.exp(scores).sum(-1)
    check(shaded(run, 0, "softmax", WEIGHTS, 1, 8), probability, scores.argmax(-1))


def test_the_colour_of_a_cosine_loss_follows_the_softmax_of_its_scaled_cosines(run):
    units = WEIGHTS[:, :2] / np.linalg.norm(WEIGHTS[:, :2], axis=1, keepdims=True)
    q = places(8)
    scores = 16 * (q / np.linalg.norm(q, axis=-1, keepdims=True)) @ units.T
    probability = np.exp(scores.max(-1)) / np.exp(scores).sum(-1)
    found = shaded(run, 1, "softmax", np.hstack([units, np.zeros((3, 1))]), 16, 8)
    check(found, probability, scores.argmax(-1))


def test_the_colour_of_class_means_follows_how_much_nearer_the_nearest_is(run):
    away = np.linalg.norm(places(8)[:, :, None] - WEIGHTS[:, :2], axis=-1)
    best, following = np.sort(away, axis=-1)[..., :2].transpose(2, 0, 1)
    found = shaded(run, 2, "nearer", np.hstack([WEIGHTS[:, :2], np.zeros((3, 1))]), 1, 8)
    check(found, 1 - best / following, away.argmin(-1))


def test_between_two_margins_the_line_of_inference_is_stronger_than_those_of_training(run):
    angles = np.radians([0, 90, 225])
    sites = np.stack([np.cos(angles), np.sin(angles), np.zeros(3)], 1)
    lines = {"border": 0.36, "zones": 1, "measure": 1, "zone": 0, "hatch": 0, "tint": 0, "ink": [1, 1, 1]}
    found = shaded(run, 1, "none", sites, 1, 8, **lines)
    where = np.degrees(np.arctan2(*places(8)[..., ::-1].transpose(2, 0, 1)))
    far = np.linalg.norm(places(8), axis=-1) > 1.5
    assert np.diag(found)[34:] == pytest.approx(0.36 * 1.8, abs=0.01)  # 45° between the first two classes
    off = abs(where - 45)
    edge = np.degrees(0.15)  # where θ₂ − θ₁ is the margin of 0.3
    assert found[far & (abs(off - edge) < 1)].max() == pytest.approx(0.36 * 0.6, abs=0.04)
    assert found[far & (off > edge + 4) & (off < 25)].max() < 0.1


@pytest.fixture
def islands(resting, stage_server):
    return resting(stage_server, "/?tapes=islands-0&width=1024")


def test_confidence_is_off_until_asked_for(islands):
    assert ask(islands, "s.regions.certainty") is None


def test_the_reader_chooses_who_judges_and_the_caption_says_who_does(islands):
    caption = islands.locator(".caption")
    expect(caption).to_contain_text("Regions: the nearest class mean, by distance.")
    islands.get_by_role("button", name="Layers").click()
    islands.get_by_label("5 nearest neighbours").check()
    expect(caption).to_contain_text("Regions: the vote of the 5 nearest of these 1,000 points, by distance.")
    wait(islands, "s.regions.by === 'neighbours' && s.regions.side === 256")  # fine once it rests
    islands.get_by_label("Confidence").check()
    expect(caption).to_contain_text("more of the 5 votes")
    islands.get_by_label("Unit circle").check()
    expect(caption).to_contain_text("by angle")


def test_a_loss_with_class_vectors_has_no_other_judge(open_page, stage_server):
    page = open_page(stage_server, "/?tapes=linear-0&width=1024")
    page.get_by_role("button", name="Layers").click()
    expect(page.get_by_label("Confidence")).to_be_visible()
    expect(page.get_by_label("5 nearest neighbours")).to_be_hidden()
    assert ask(page, "s.regions.by") == "vectors"
