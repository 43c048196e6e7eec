"""Frames, records and tapes survive the way to bytes and back, and refuse what is damaged."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from lossviz.frame import (
    ENDING,
    FILLED,
    FRAME,
    FULL,
    HEAD,
    TAPE,
    Damaged,
    Frame,
    Tape,
    ending_record,
    header_record,
    record,
    records,
)

COORDINATE = st.floats(-1e4, 1e4, width=32)


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    points, dim, classes, subs = (draw(st.integers(1, high)) for high in (12, 3, 4, 3))
    part = {
        "vectors": arrays(np.float32, (classes, subs, dim), elements=COORDINATE),
        "bias": arrays(np.float32, (classes,), elements=COORDINATE),
        "centres": arrays(np.float32, (classes, dim), elements=COORDINATE),
        "pull": arrays(np.float32, (draw(st.integers(0, 5)), dim), elements=COORDINATE),
    }
    vectors, centres = draw(st.none() | part["vectors"]), draw(st.none() | part["centres"])
    return Frame(
        n=draw(st.integers(0, 1000)),
        step=draw(st.integers(0, 10**6)),
        epoch=draw(st.integers(0, 10**4)) / 100,
        points=draw(arrays(np.float32, (points, dim), elements=COORDINATE)),
        vectors=vectors,
        bias=None if vectors is None else draw(part["bias"]),
        centres=centres,
        pull=draw(st.none() | part["pull"]),
        readings=draw(
            st.dictionaries(st.text(max_size=8), st.floats(allow_nan=False, allow_infinity=False), max_size=3)
        ),
        health=tuple(draw(st.lists(st.fixed_dictionaries({"code": st.text(max_size=8)}), max_size=2))),
    )


@given(frames())
def test_a_frame_comes_back_with_points_rounded_to_its_scale(frame: Frame) -> None:
    back = Frame.unpack(frame.pack())
    scale = float(np.abs(frame.points).max()) or 1.0
    np.testing.assert_allclose(back.points, frame.points, atol=scale / FULL * 0.51)
    for name in ("vectors", "bias", "centres"):
        np.testing.assert_array_equal(getattr(back, name), getattr(frame, name))
    assert (back.pull is None) == (frame.pull is None)
    if frame.pull is not None and back.pull is not None:
        largest = float(np.abs(frame.pull).max(initial=0.0)) or 1.0
        np.testing.assert_allclose(back.pull, frame.pull, atol=largest / FULL * 0.51)
    for name in ("n", "step", "epoch", "readings", "health"):
        assert getattr(back, name) == getattr(frame, name)


@given(frames())
def test_packing_an_unpacked_frame_gives_the_same_points(frame: Frame) -> None:
    once = Frame.unpack(frame.pack())
    np.testing.assert_allclose(Frame.unpack(once.pack()).points, once.points, rtol=1e-6, atol=1e-30)


@given(frames(), st.data())
def test_a_cut_frame_is_damaged(frame: Frame, data: st.DataObject) -> None:
    packed = frame.pack()
    with pytest.raises(Damaged):
        Frame.unpack(packed[: data.draw(st.integers(0, len(packed) - 1))])


def test_a_frame_cut_within_its_padding_is_damaged() -> None:
    packed = Frame(n=0, step=0, epoch=0.0, points=np.ones((3, 1))).pack()
    with pytest.raises(Damaged):
        Frame.unpack(packed[:-1])


def test_coordinates_start_where_javascript_can_view_them() -> None:
    packed = Frame(n=0, step=0, epoch=0.0, points=np.ones((3, 1)), centres=np.ones((1, 1))).pack()
    (length,) = np.frombuffer(packed, "<u4", 1)
    assert (4 + length) % 4 == 0
    assert len(packed) % 4 == 0


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_the_view_holds_points_on_every_axis(axis: int) -> None:
    points = np.zeros((5, 3), np.float32)
    points[:, axis] = -4.0
    assert Frame(n=0, step=0, epoch=0.0, points=points).half_width == pytest.approx(4.0 / FILLED)


@pytest.mark.parametrize(("n", "seen"), [(124, 9.0), (1000, 1.0)])
def test_a_single_stray_is_in_view_among_few_points_only(n: int, seen: float) -> None:
    points = np.tile(np.float32([1, 0]), (n, 1))
    points[0] = (9, 0)
    assert Frame(n=0, step=0, epoch=0.0, points=points).half_width == pytest.approx(seen / FILLED)


def test_a_frame_is_locked() -> None:
    frame = Frame(n=0, step=0, epoch=0.0, points=np.zeros((1, 2)))
    with pytest.raises(ValueError, match="read-only"):
        frame.points[0, 0] = 1.0


def test_a_frame_does_not_follow_the_array_it_was_made_from() -> None:
    points = np.zeros((1, 2), np.float32)
    frame = Frame(n=0, step=0, epoch=0.0, points=points)
    points[:] = 5.0
    assert not frame.points.any()


def test_a_reading_that_is_not_a_number_cannot_be_packed() -> None:
    with pytest.raises(ValueError, match="JSON"):
        Frame(n=0, step=0, epoch=0.0, points=np.zeros((1, 2)), readings={"loss": math.nan}).pack()


@given(st.lists(st.tuples(st.sampled_from([TAPE, FRAME, ENDING]), st.binary(max_size=40)), max_size=5))
def test_records_come_back_in_order(written: list[tuple[bytes, bytes]]) -> None:
    assert list(records(b"".join(record(*pair) for pair in written))) == written


@given(st.binary(min_size=1, max_size=30), st.data())
def test_reading_ends_at_the_first_flipped_bit(payload: bytes, data: st.DataObject) -> None:
    good, bad = record(FRAME, payload), bytearray(record(FRAME, payload))
    bad[data.draw(st.integers(0, len(bad) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    found = list(records(good + bytes(bad) + good))
    assert found[0] == (FRAME, payload)
    assert len(found) == 1 or found[1] != (FRAME, payload)


@given(st.lists(frames(), max_size=3), st.booleans())
def test_a_tape_comes_back(shown: list[Frame], ended: bool) -> None:
    ending = {"state": "finished", "step": 3} if ended else None
    tape = Tape(header={"version": 1, "key": "a"}, packed=tuple(f.pack() for f in shown), ending=ending)
    assert Tape.from_bytes(tape.to_bytes()) == tape


@given(st.integers(1, 200))
def test_a_torn_tape_keeps_its_whole_frames(lost: int) -> None:
    frame = Frame(n=0, step=0, epoch=0.0, points=np.zeros((4, 2))).pack()
    whole = Tape(header={"version": 1}, packed=(frame,) * 3, ending={"state": "finished"}).to_bytes()
    torn = Tape.from_bytes(whole[:-lost])
    assert torn.ending is None
    assert torn.packed == (frame,) * len(torn.packed)


@pytest.mark.parametrize("data", [b"", b"LVT1", b"nonsense" * 4, record(FRAME, b"{}")])
def test_bytes_without_a_header_are_no_tape(data: bytes) -> None:
    with pytest.raises(Damaged, match="tape header"):
        Tape.from_bytes(data)


def test_a_record_is_magic_length_checksum_payload() -> None:
    made = header_record({"version": 1})
    magic, length, _ = HEAD.unpack_from(made)
    assert (magic, length) == (b"LVT1", len(made) - 12)
    assert json.loads(made[12:]) == {"version": 1}
    assert ending_record({})[:4] == b"LVE1"
