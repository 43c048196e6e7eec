"""The stage's modules on their own, imported in the browser: bytes, numbers, regions' sites and scales."""

import json
import math

import pytest
from harness import synthetic
from harness.opening import HOME

pytestmark = pytest.mark.browser

READ = (
    "(() => { const r = new m.RecordReader(); const out = []; const b = Uint8Array.from(given.bytes);"
    " for (let i = 0; i < b.length; i += given.piece) out.push(...r.push(b.slice(i, i + given.piece)));"
    " return [out.map((x) => x.magic), r.damaged]; })()"
)


@pytest.mark.parametrize("piece", [1, 7, 10_000_000])
def test_records_are_read_in_pieces_of_any_size(run, piece):
    small = b"".join(synthetic.records("islands", points=20)[:3])
    magics, damaged = run("records.js", READ, bytes=list(small), piece=piece)
    assert magics == ["LVT1", "LVF1", "LVF1"]
    assert not damaged


def test_reading_stops_for_good_at_the_first_bad_byte(run):
    whole = synthetic.records("islands", points=20)
    bad = bytearray(whole[1])
    bad[40] ^= 1
    magics, damaged = run("records.js", READ, bytes=list(whole[0] + bytes(bad) + whole[2]), piece=1000)
    assert magics == ["LVT1"]
    assert damaged


def test_a_frame_is_read_as_python_wrote_it(run):
    frame = next(synthetic.tape("cosine", points=20).frames())
    packed = synthetic.tape("cosine", points=20).packed[0]
    read = run(
        "records.js",
        "(() => { const f = m.parseFrame(Uint8Array.from(given.bytes)); "
        " const points = [...f.points].map((v) => v * f.unit);"
        " return { ...f, points, vectors: [...f.vectors], bias: [...f.bias] }; })()",
        bytes=list(packed),
    )
    assert read["points"] == pytest.approx(frame.points.ravel().tolist(), abs=1e-6)
    assert read["vectors"] == pytest.approx(frame.vectors.ravel().tolist())
    assert read["bias"] == [0.0] * 10
    assert read["centres"] is None
    assert json.loads(json.dumps(read["readings"])) == pytest.approx(dict(frame.readings))


LIMITS = (
    "(() => { const t = new m.Tape(); const seen = []; for (const record of given.records) {"
    " t.push(Uint8Array.from(record)); seen.push(t.limitAt(0)); }"
    " return [seen, t.frames.map((_, i) => t.limitAt(i))]; })()"
)


def widths() -> list[float]:
    return [frame.half_width for frame in synthetic.tape("islands", points=50).frames()]


def test_while_a_run_goes_on_its_view_only_grows(run):
    records = [list(record) for record in synthetic.records("islands", points=50)[:-1]]
    seen, _ = run("tape.js", LIMITS, records=records)
    assert seen[1:] == pytest.approx([max(widths()[: n + 1]) for n in range(40)], rel=1e-3)


def test_the_view_of_a_finished_run_closes_in_on_its_last_frame(run):
    records = [list(record) for record in synthetic.records("islands", points=50)]
    _, limits = run("tape.js", LIMITS, records=records)
    assert limits == sorted(limits, reverse=True)
    assert limits[0] == pytest.approx(min(6.0, max(widths())), rel=1e-3)
    assert limits[-1] == pytest.approx(widths()[-1], rel=1e-3)


@pytest.mark.parametrize(
    ("value", "text"), [(0.5831, "0.58"), (12.34, "12.3"), (1204.4, "1,204"), (-0.117, "\u22120.12"), (None, "\u2013")]
)
def test_numbers_are_written_as_on_paper(run, value, text):
    assert run("numbers.js", "m.plain(given.value ?? NaN)", value=value) == text


@pytest.mark.parametrize(("value", "end"), [(2.7, 3), (0.41, 0.5), (9.2, 10), (1.0, 1), (0, 1)])
def test_an_axis_ends_on_a_round_number(run, value, end):
    assert run("numbers.js", "m.axisEnd(given.value)", value=value) == pytest.approx(end)


def test_a_point_lands_on_the_circle_or_in_the_plane(run):
    lens = "m.lens({width: 200, height: 100}, {zoom: 1, x: 0, y: 0}, 5, given.circle)"
    assert run("camera.js", f"m.place({lens}, [5, 0], 50)", circle=0) == pytest.approx([150, 50, 0])
    assert run("camera.js", f"m.place({lens}, [0, 3], 50)", circle=1) == pytest.approx([100, 50 - 39, 0])


@pytest.mark.parametrize(
    ("yaw", "pitch", "seen"),
    [
        (0, 0, [[1, 0, 0], [0, 0, -1], [0, 1, 0]]),  # along the second axis, the third one up
        (math.pi / 2, 0, [[0, 0, 1], [1, 0, 0], [0, 1, 0]]),  # along the first one, from its end
        (0, math.pi / 2, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),  # from above, as a plane is seen
    ],
)
def test_the_three_axes_as_they_are_seen_from_a_side(run, yaw, pitch, seen):
    axes = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"
    found = run("turn.js", f"{axes}.map((a) => m.turned(m.rotation(given.yaw, given.pitch), a))", yaw=yaw, pitch=pitch)
    assert [pytest.approx(axis, abs=1e-12) for axis in seen] == found


def test_a_turn_changes_no_length_and_is_written_column_by_column(run):
    point, seen, columns = run(
        "turn.js",
        "(() => { const r = m.rotation(0.7, -0.4); const p = [1, 2, 3];"
        " return [p, m.turned(r, p), [...m.columns(r)]]; })()",
    )
    assert math.hypot(*seen) == pytest.approx(math.hypot(*point))
    by_columns = [sum(columns[3 * i + row] * point[i] for i in range(3)) for row in range(3)]
    assert by_columns == pytest.approx(seen, abs=1e-6)


SPACE = "m.lens({width: 200, height: 100}, {zoom: 1, x: 0, y: 0, yaw: 0, pitch: 0}, 5, given.circle, true)"


def test_a_point_lands_on_the_sphere_or_in_space_and_has_a_depth(run):
    assert run("camera.js", f"m.place({SPACE}, [0, -2, 0], 7)", circle=1) == pytest.approx([100, 50, 1])
    assert run("camera.js", f"m.place({SPACE}, [0, 0, 3], 7)", circle=1) == pytest.approx([100, 50 - 39, 0])
    assert run("camera.js", f"m.place({SPACE}, [5, 5, 0], 7)", circle=0) == pytest.approx([146, 50, -1])


def test_nobody_looks_over_the_top(run):
    turned = "(() => { const c = new m.Camera(); c.turn(0, 9); return c.pitch; })()"
    assert run("camera.js", turned) == pytest.approx(math.pi / 2)


NEAREST = (
    "(async () => { const c = await import(given.home + 'camera.js');"
    " const view = c.lens({width: 200, height: 200}, {zoom: 1, x: 0, y: 0, yaw: 0, pitch: 0}, 5, 1, true);"
    " const now = {count: 2, dim: 3, unit: 1, points: Int16Array.from([0, 100, 0, given.aside, -100, 0])};"
    " return m.nearest({view, now, shown: [1, given.shown], labels: Uint8Array.from([0, 1])}, [100, 100]); })()"
)


@pytest.mark.parametrize(
    ("aside", "shown", "found"),
    [
        (2, 1, 1),  # the near one, although the far one is exactly under the pointer
        (13, 1, 0),  # the far one, where the near one is clearly beside it
        (2, 0, 0),  # the far one, where the near one's class is hidden
    ],
)
def test_the_pointer_finds_the_nearest_visible_point(run, aside, shown, found):
    assert run("pointer.js", f"await {NEAREST}", home=HOME, aside=aside, shown=shown) == found


def test_regions_on_the_sphere_score_by_direction_and_a_projection_has_none(run):
    sites = (
        "m.sitesOf({dim: 3, classes: 1, subs: 1, vectors: Float32Array.from([3, 0, 4]), bias: null, centres: null},"
        " {scores: 'cosine', recipe: {dim: given.dim}}, given.circle)"
    )
    found = run("sites.js", f"(() => {{ const s = {sites}; return [s.mode, [...s.values]]; }})()", dim=3, circle=True)
    assert found == [3, pytest.approx([0.6, 0, 0.8, 0])]
    assert run("sites.js", sites, dim=3, circle=False) is None
    assert run("sites.js", sites, dim=16, circle=True) is None


@pytest.mark.parametrize(
    ("header", "readings", "note"),
    [
        ({"recipe": {"dim": 3}}, {}, ""),
        ({"recipe": {"dim": 16}}, {}, "from 16"),
        ({"recipe": {"dim": 16}, "projected": True}, {"variance_shown": 0.804}, "from 16, 80%"),
    ],
)
def test_a_projection_says_so(run, header, readings, note):
    words = {"projected": "from {dim}", "projected_share": "from {dim}, {share}%"}
    said = "m.projectionNote(given.header, {readings: given.readings}, given.words)"
    assert run("projection.js", said, header=header, readings=readings, words=words) == note


def test_angles_to_own_and_nearest_other(run):
    measured = run(
        "measure.js",
        "(() => { const f = {points: Int16Array.from([1, 1]), unit: 1, count: 1, dim: 2, classes: 2, subs: 1,"
        " vectors: Float32Array.from([2, 0, 0, 3]), centres: null};"
        " const r = m.measured(f, {scores: 'cosine', metric: 'cosine'}, Uint8Array.from([1]));"
        " return {kind: r.kind, own: r.own[0], other: r.other[0], nearest: r.nearest[0]}; })()",
    )
    assert measured["kind"] == "angle"
    assert measured["own"] == pytest.approx(0.785398, abs=1e-5)
    assert measured["other"] == pytest.approx(0.785398, abs=1e-5)
    assert measured["nearest"] == 0


SITES = (
    "m.sitesOf({dim: 2, classes: 2, subs: 1, vectors: Float32Array.from([3, 4, 0, 2]),"
    " bias: Float32Array.from([1, -1]), centres: null}, {scores: given.scores, metric: 'euclidean'}, given.circle)"
)


@pytest.mark.parametrize(
    ("scores", "circle", "mode", "values"),
    [
        ("linear", False, 0, [3, 4, 1, 0, 0, 2, -1, 1]),
        ("cosine", False, 1, [0.6, 0.8, 0, 0, 0, 1, 0, 1]),
        ("linear", True, 1, [3, 4, 0, 0, 0, 2, 0, 1]),
    ],
)
def test_regions_score_by_the_loss_and_on_the_circle_by_direction(run, scores, circle, mode, values):
    found = run(
        "sites.js", f"(() => {{ const s = {SITES}; return [s.mode, [...s.values]]; }})()", scores=scores, circle=circle
    )
    assert found[0] == mode
    assert found[1] == pytest.approx(values)


M = {"kind": "real", "low": 0, "high": 1.57, "step": 0.01, "above": False, "log": False}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0.3", {"value": 0.3}),
        (" .5 ", {"value": 0.5}),
        ("3", {"code": "range"}),
        ("-0.1", {"code": "range"}),
        ("nan", {"code": "number"}),
        ("", {"code": "number"}),
        ("1e999", {"code": "range"}),
        ("9" * 9000, {"code": "number"}),
    ],
)
def test_a_typed_number_is_read_or_refused(run, text, read):
    assert run("scale.js", "m.read(given.param, given.text)", param=M, text=text) == read


def test_a_bound_that_is_not_allowed_itself_is_refused(run):
    scale = {**M, "high": 256, "above": True}
    assert run("scale.js", "m.read(given.param, '0')", param=scale) == {"code": "above"}


def test_the_slider_keeps_to_the_steps(run):
    assert run("scale.js", "m.valueAt(given.param, 0.5)", param=M) == pytest.approx(0.79)
    assert run("scale.js", "m.positionOf(given.param, 1.57)", param=M) == 1


FORK = {"steps": 600, "recipe": {"knobs": {"blend": 0.5}}, "loss": "none"}
FORK["legs"] = [{"from": 0, "loss": "a"}, {"from": 120, "loss": "b"}, {"from": 300, "loss": "b"}]


@pytest.mark.parametrize(("step", "loss"), [(0, "a"), (120, "a"), (121, "b"), (301, "b")])
def test_the_frame_at_the_step_of_an_edit_is_still_of_the_leg_before(run, step, loss):
    assert run("legs.js", "m.legAt(given.header, given.step).loss", header=FORK, step=step) == loss


def test_a_run_that_never_forked_is_drawn_as_its_header_says(run):
    assert run("legs.js", "m.legAt({scores: 'cosine'}, 9)") == {"scores": "cosine"}


def test_the_floor_holds_from_where_the_last_loss_is_in_its_published_form(run):
    # the loss changed at a fifth of the way and blends over half of the rest: 0.2 + 0.5 · 0.8
    assert run("legs.js", "m.floorFrom(given.header)", header=FORK) == pytest.approx(0.6)


CUT = (
    "(() => { const t = new m.Together(document.body); const tape = { frames: [{ step: 0 }] };"
    " t.shown = [{ panel: { tape, state: 'live' }, title: '', at: 60 }]; t.curves.select.onchange(); return true; })()"
)


def test_the_table_waits_while_a_run_that_began_anew_lacks_the_frame_it_was_told(run):
    assert run("together.js", CUT)
