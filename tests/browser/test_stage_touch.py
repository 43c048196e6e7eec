"""A touched point: its neighbours are scikit-learn's, and its card tells of the digit with that number."""

import numpy as np
import pytest
from harness import synthetic
from harness.opening import HOME, ask, wait
from playwright.sync_api import expect
from sklearn.neighbors import NearestNeighbors

pytestmark = pytest.mark.browser

POINT = 517
FRAME = f"await import('{HOME}records.js').then((r) => r.parseFrame(Uint8Array.from(given.bytes)))"
AT = "[...f.points.subarray(given.point * f.dim, (given.point + 1) * f.dim)].map((v) => v * f.unit)"


def looked(run, kind: str, call: str, **given):
    """What a function of neighbours.js says of the last frame `f` at POINT's place `at`."""
    script = f"((f) => {{ const at = {AT}; return m.{call}; }})({FRAME})"
    packed = list(synthetic.tape(kind).packed[-1])
    return run("neighbours.js", script, bytes=packed, point=POINT, header=synthetic.KINDS[kind], **given)


def last(kind: str):
    return list(synthetic.tape(kind).frames())[-1]


@pytest.mark.parametrize("kind", ["islands", "cosine", "space", "sphere"])
def test_the_ten_nearest_are_those_of_scikit_learn(run, kind):
    found = looked(run, kind, "nearestTo(f, at, given.header.metric, given.point)")
    metric, points = synthetic.KINDS[kind]["metric"], last(kind).points.astype(float)
    far, where = NearestNeighbors(n_neighbors=11, metric=metric).fit(points).kneighbors(points[[POINT]])
    values = 1 - far[0] if metric == "cosine" else far[0]
    others = where[0] != POINT
    assert [f["point"] for f in found] == where[0][others].tolist()
    assert [f["value"] for f in found] == pytest.approx(values[others].tolist(), abs=1e-6)


@pytest.mark.parametrize(("kind", "named"), [("linear", "score"), ("cosine", "cosine"), ("islands", "distance")])
def test_classes_are_measured_as_the_loss_scores_them(run, kind, named):
    frame = last(kind)
    x = frame.points[POINT].astype(float)
    expected = {
        "linear": lambda: frame.vectors[:, 0] @ x + frame.bias,
        "cosine": lambda: frame.vectors[:, 0] @ x / np.linalg.norm(frame.vectors[:, 0], axis=1) / np.linalg.norm(x),
        "islands": lambda: np.linalg.norm(frame.centres - x, axis=1),
    }[kind]()
    found = looked(run, kind, "classesFrom(f, given.header, at)")
    assert (found["kind"], found["to"]) == (named, "mean" if kind == "islands" else "vector")
    assert found["values"] == pytest.approx(expected.tolist(), abs=1e-4)
    assert found["best"] == (np.argmin if kind == "islands" else np.argmax)(expected)


def test_the_best_of_the_sub_centres_counts(run):
    frame = (
        "{ dim: 2, classes: 2, subs: 2, vectors: new Float32Array([1, 0, 0, 1, -1, 0, 0, -1]), "
        "count: 0, points: new Int16Array(0), unit: 1 }"
    )
    found = run("neighbours.js", f"m.classesFrom({frame}, {{ scores: 'cosine', metric: 'cosine' }}, [0, 3])")
    assert found["values"] == pytest.approx([1, 0])


@pytest.fixture
def page(resting, stage_server):
    """Islands, a mean for each class, at their last frame."""
    return resting(stage_server, "/?tapes=islands-0&width=1024")


def alone(frame) -> int:
    """The point that is the farthest from its next one, so that a click means it and no other."""
    far, _ = NearestNeighbors(n_neighbors=2).fit(frame.points).kneighbors(frame.points)
    inside = np.linalg.norm(frame.points, axis=1) < np.quantile(np.linalg.norm(frame.points, axis=1), 0.9)
    return int(np.argmax(far[:, 1] * inside))


def click(page, point: int) -> None:
    page.mouse.click(*page.evaluate("(point) => window.__stage.place(0, point)", point))


def test_a_click_opens_the_card_of_that_very_digit(page):
    point = alone(last("islands"))
    click(page, point)
    assert ask(page, "s.picked") == {"panel": 0, "point": point}
    card = page.locator(".pinned")
    expect(card).to_contain_text(f"no. {3000 + point}")
    expect(card).to_contain_text("by nearest mean")
    assert card.locator(".near li:visible").count() == 10
    assert card.locator(".classes li:visible").count() == 10
    numbers = [3000 + found["point"] for found in ask(page, "s.look.neighbours")]
    names = [button.get_attribute("aria-label") for button in card.locator(".near button").all()]
    assert [f"no. {number}," in name for number, name in zip(numbers, names, strict=True)] == [True] * 10


def test_the_card_follows_the_scrubber(page):
    click(page, alone(last("islands")))
    before = ask(page, "s.look.neighbours.map((n) => n.value)")
    page.keyboard.press("Home")
    wait(page, f"s.shown === 0 && String(s.look.neighbours.map((n) => n.value)) !== '{','.join(map(str, before))}'")


@pytest.mark.parametrize("way", ["Escape", "empty ground", "its button"])
def test_the_card_closes(page, way):
    click(page, alone(last("islands")))
    card = page.locator(".pinned")
    expect(card).to_be_visible()
    if way == "Escape":
        card.locator(".near button").first.focus()
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.shadowRoot?.activeElement?.className ?? ''") in ("planes", "")
    elif way == "empty ground":
        box = page.locator(".plane").bounding_box()
        page.mouse.click(box["x"] + 4, box["y"] + 4)
    else:
        card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()
    assert ask(page, "s.picked") is None


def test_a_projection_without_weights_tells_neighbours_of_the_picture_and_no_classes(resting, stage_server):
    page = resting(stage_server, "/?tapes=projected-0&width=1024")
    click(page, alone(last("projected")))
    card = page.locator(".pinned")
    expect(card).to_contain_text("Neighbours in the picture, which shows three of 16 dimensions")
    assert card.locator(".near li:visible").count() == 10
    assert card.locator(".classes li:visible").count() == 0


def test_a_neighbour_in_the_card_is_picked_in_its_turn(page):
    click(page, alone(last("islands")))
    first = ask(page, "s.look.neighbours[0].point")
    page.locator(".pinned .near button").first.click()
    assert ask(page, "s.picked.point") == first


def test_dragging_the_picture_picks_nothing(page):
    x, y = page.evaluate("(point) => window.__stage.place(0, point)", alone(last("islands")))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 10, steps=4)
    page.mouse.up()
    assert ask(page, "s.picked") is None
