"""A run's socket: who gets in, what comes out, what may be said."""

from __future__ import annotations

import contextlib

import pytest
import sources
from fakes import ANN, BOB, play, recipe, until
from site_client import Site
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from lossviz import limits
from lossviz.runs import Hub, Outcome, Run
from lossviz.web.visitor import COOKIE


@pytest.fixture
def run(hub: Hub) -> Run:
    """A finished run of three frames."""
    made = hub.submit(recipe(1), ANN)
    play(hub, made, sources.whole(made.recipe))
    hub.ended(made.key, 1, Outcome("finished"))
    return made


def received(socket: ClientConnection) -> list[bytes]:
    """Everything until the server closes with 1000, each message acknowledged."""
    entries: list[bytes] = []
    for entry in socket:
        assert isinstance(entry, bytes)
        entries.append(entry)
        with contextlib.suppress(ConnectionClosed):
            socket.send("a")
    assert socket.close_code == 1000
    return entries


def refused(site: Site, path: str, **headers: str) -> bool:
    with pytest.raises(InvalidStatus) as answer:
        site.socket(path, **headers)
    return answer.value.response.status_code == 403


def test_every_record_comes_in_order(site: Site, run: Run) -> None:
    with site.socket(f"/lv/run/{run.key}?from=0") as socket:
        assert received(socket) == run.records


def test_a_reader_who_comes_back_gets_the_rest(site: Site, run: Run) -> None:
    with site.socket(f"/lv/run/{run.key}?from=2") as socket:
        assert received(socket) == run.records[3:]


def test_a_reader_who_saw_more_than_a_crash_has_left_gets_the_ending(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(2), ANN)
    play(hub, run, sources.whole(run.recipe)[:3])
    hub.slots(set())
    with site.socket(f"/lv/run/{run.key}?from=9") as socket:
        assert received(socket) == run.records[-1:]


def test_frames_come_while_the_run_is_live(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(2), ANN)
    whole = sources.whole(run.recipe)
    with site.socket(f"/lv/run/{run.key}") as socket:
        play(hub, run, whole[:2])
        assert [socket.recv(), socket.recv()] == whole[:2]
        play(hub, run, whole[2:])
        hub.ended(run.key, 1, Outcome("finished"))
        assert received(socket) == whole[2:]


def test_without_acknowledgements_eight_records_come(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(2), ANN)
    play(hub, run, sources.whole(run.recipe, frames=20))
    hub.ended(run.key, 1, Outcome("finished"))
    with site.socket(f"/lv/run/{run.key}") as socket:
        first = [socket.recv() for _ in range(8)]
        socket.send("a")
        assert [*first, socket.recv()] == run.records[:9]


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_foreign_pages_get_no_socket(site: Site, run: Run, origin: str) -> None:
    assert refused(site, f"/lv/run/{run.key}", origin=origin)


@pytest.mark.parametrize("origin", ["http://127.0.0.1:1", "http://localhost:3000"])
def test_own_pages_do(site: Site, run: Run, origin: str) -> None:
    with site.socket(f"/lv/run/{run.key}", origin=origin) as socket:
        assert received(socket) == run.records


@pytest.mark.parametrize("key", ["0" * 32, "0" * 31, "A" * 32, "..%2f..%2fetc%2fpasswd", "x" * 4000])
def test_missing_runs_and_bad_keys_are_refused_alike(site: Site, key: str) -> None:
    assert refused(site, f"/lv/run/{key}")


@pytest.mark.parametrize("start", ["-1", "1.0", "01", "1e3", "nan", "", "٣", "1_0", "9" * 7, "9" * 4000])
def test_a_start_that_is_no_number_is_refused(site: Site, run: Run, start: str) -> None:
    assert refused(site, f"/lv/run/{run.key}?from={start}")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("b", 1008),
        ("stop", 1008),
        ("", 1008),
        ("a" * limits.STAGE_MESSAGE, 1008),
        ("a" * (limits.STAGE_MESSAGE + 1), 1009),
    ],
)
def test_anything_but_an_acknowledgement_ends_the_talk(site: Site, hub: Hub, said: str, code: int) -> None:
    run = hub.submit(recipe(2), ANN)
    with site.socket(f"/lv/run/{run.key}") as socket:
        socket.send(said)
        with pytest.raises(ConnectionClosed):
            socket.recv()
        assert socket.close_code == code


def test_bytes_are_no_acknowledgement(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(2), ANN)
    with site.socket(f"/lv/run/{run.key}") as socket:
        socket.send(b"a")
        with pytest.raises(ConnectionClosed):
            socket.recv()


def test_a_socket_counts_as_its_visitor_and_is_missed_when_gone(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(2), ANN)
    with site.socket(f"/lv/run/{run.key}", cookie=f"{COOKIE}={BOB}"):
        assert hub.watchers(run.key) == 1
        assert not hub.pause(run.key, ANN)
    until(lambda: hub.watchers(run.key) == 0)
    assert hub.pause(run.key, ANN)


def test_more_sockets_than_allowed_are_turned_away(site: Site, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SOCKETS_PER_ADDRESS", 2)
    run = hub.submit(recipe(2), ANN)
    path = f"/lv/run/{run.key}"
    with site.socket(path), site.socket(path):
        assert refused(site, path)
    until(lambda: hub.watchers(run.key) == 0)
    with site.socket(path):
        until(lambda: hub.watchers(run.key) == 1)


# wishes


def test_a_reader_alone_makes_training_take_a_step(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(2), ANN)
    with site.socket(f"/lv/run/{run.key}", cookie=f"{COOKIE}={ANN}") as socket:
        socket.send("step")
        until(lambda: run.state == "paused")
        socket.send("go")
        until(lambda: run.state == "running")


def test_a_step_is_shown_at_once_and_is_no_frame(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(2), ANN)
    whole = sources.whole(run.recipe)
    with site.socket(f"/lv/run/{run.key}", cookie=f"{COOKIE}={ANN}") as socket:
        play(hub, run, whole[:2])
        assert [socket.recv() for _ in range(2)] == whole[:2]
        play(hub, run, [sources.glance(0)])
        assert socket.recv() == sources.glance(0)
        play(hub, run, whole[2:])
        hub.ended(run.key, 1, Outcome("finished"))
        assert received(socket) == whole[2:]


def test_where_others_follow_a_wish_moves_nothing_and_is_told_so(site: Site, hub: Hub) -> None:
    run = hub.submit(recipe(2), ANN)
    hub.attach(run.key, BOB)
    with site.socket(f"/lv/run/{run.key}", cookie=f"{COOKIE}={ANN}") as socket:
        socket.send("step")
        assert socket.recv(timeout=10) == "shared"
    assert run.state == "running"


def test_wishes_pass_no_faster_than_allowed(site: Site, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WISH_RATE", 1.0)
    monkeypatch.setattr(limits, "WISH_BURST", 2)
    run = hub.submit(recipe(2), ANN)
    hub.attach(run.key, BOB)
    with site.socket(f"/lv/run/{run.key}", cookie=f"{COOKIE}={ANN}") as socket:
        for _ in range(5):
            socket.send("step")
        assert [socket.recv(timeout=5) for _ in range(3)] == ["shared"] * 3
        with pytest.raises(TimeoutError):
            socket.recv(timeout=0.5)
