"""One run as everybody sees it: records enter from any thread, and every follower gets each of them in order."""

from __future__ import annotations

import asyncio
import contextlib
import json
import struct
import threading
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lossviz.frame import ENDING, FRAME, HEAD, Damaged, Frame, Tape, ending_record, header_record, record
from lossviz.recipe import Recipe

State = Literal["queued", "running", "paused", "finished", "stopped", "failed", "interrupted"]
LIVE: frozenset[State] = frozenset(("queued", "running", "paused"))


@dataclass(frozen=True)
class Outcome:
    """How a worker left a run: the state, and for a failure the sentence's key with its fields."""

    state: State
    code: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)


class Run:
    """A recipe's run: `state`, `records` (header, frames, ending) and, when it went wrong, `error`.

    `late` are frames that were under way when it was stopped; nobody is shown them until it goes on. `glance` is how a
    held run stands between two frames, and goes with the next one. `held`: it waits before its first step. Records are
    only ever appended, so a reader needs no lock; only the hub changes a run.
    """

    def __init__(self, recipe: Recipe, *, attempt: int = 1, owner: str = "") -> None:
        self.key = recipe.key
        self.recipe = recipe
        self.attempt = attempt
        self.owner = owner
        self.state: State = "queued"
        self.records: list[bytes] = []
        self.late: list[bytes] = []
        self.held = False
        self.glance: bytes | None = None
        self.error: tuple[str, dict[str, Any]] | None = None
        self.notice: str | None = None
        self._followers: dict[asyncio.Event, asyncio.AbstractEventLoop] = {}
        self._lock = threading.Lock()

    @classmethod
    def from_tape(cls, key: str, tape: Tape) -> Run:
        """A run that was recorded earlier; a tape without an ending was interrupted. Raises Damaged for another's."""
        if tape.header.get("key") != key:
            raise Damaged("key of the tape")
        run = cls(Recipe.from_json(tape.header["recipe"]), attempt=int(tape.header.get("attempt", 1)))
        run.key = key
        run.records = [header_record(tape.header), *(record(FRAME, packed) for packed in tape.packed)]
        ending = tape.ending or run.ending(Outcome("interrupted"))
        run.records.append(ending_record(ending))
        run.end(Outcome("interrupted"))
        return run

    @property
    def live(self) -> bool:
        """Whether more may come."""
        return self.state in LIVE

    @property
    def frames(self) -> int:
        """How many frames there are."""
        return sum(entry[:4] == FRAME for entry in self.records)

    @property
    def known(self) -> list[bytes]:
        """Every frame from which the run can go on."""
        return [entry for entry in (*self.records, *self.late) if entry[:4] == FRAME]

    @property
    def last(self) -> dict[str, Any]:
        """The JSON header of the newest frame: step, epoch, readings, health; empty before the first."""
        newest = next((entry for entry in reversed(self.records) if entry[:4] == FRAME), None)
        return {} if newest is None else frame_header(newest)

    @property
    def step(self) -> int:
        """The newest step that is shown: that of a glance or of the newest frame; 0 before the first."""
        shown = self.last if self.glance is None else frame_header(self.glance)
        return int(shown.get("step", 0))

    @property
    def header(self) -> dict[str, Any]:
        """The tape's header; empty before the first record."""
        return payload(self.records[0]) if self.records else {}

    @property
    def final(self) -> dict[str, Any]:
        """The ending (state, step, readings, seconds …); empty while there is none."""
        return payload(self.records[-1]) if self.records and self.records[-1][:4] == ENDING else {}

    def end(self, outcome: Outcome) -> None:
        """Nothing more comes: takes state and error from the ending record, or from the outcome where there is none."""
        final = self.final or {"state": outcome.state, "code": outcome.code, "fields": outcome.fields}
        self.error = (final["code"], dict(final["fields"])) if final["code"] else None
        self.state = final["state"]
        self.wake()

    def note(self, code: str) -> None:
        """Something to tell beside the run's state, as a key of `lossviz.text`."""
        self.notice = code

    def append(self, entry: bytes) -> None:
        """Adds one record and wakes everybody who follows."""
        self.glance = None
        self.records.append(entry)
        self.wake()

    def show(self, glance: bytes) -> None:
        """Lets everybody who follows see a step between two frames."""
        self.glance = glance
        self.wake()

    def add_late(self, entry: bytes) -> None:
        """Keeps the next frame of a run that has been stopped; other records are passed over."""
        if entry[:4] == FRAME and frame_header(entry)["n"] == len(self.known):
            self.late.append(entry)

    def wake(self) -> None:
        """Lets followers look again, from any thread."""
        with self._lock:
            waiting = list(self._followers.items())
        for event, loop in waiting:
            with contextlib.suppress(RuntimeError):  # its loop has ended
                loop.call_soon_threadsafe(event.set)

    async def follow(self, frame: int = 0) -> AsyncIterator[bytes]:
        """Every record from this frame on, none skipped, until the run has ended; from frame 0 the header first.

        Behind the newest frame comes the newest glance, if there is one.
        Whoever has more frames than are left of the run, after a crash, gets the ending.
        """
        event = asyncio.Event()
        with self._lock:
            self._followers[event] = asyncio.get_running_loop()
        at, seen = frame + 1 if frame else 0, None
        try:
            while True:
                event.clear()
                ended = not self.live
                while at < len(self.records):
                    yield self.records[at]
                    at += 1
                if self.glance is not None and self.glance is not seen:
                    yield (seen := self.glance)
                    continue
                if ended:
                    if at > len(self.records) and self.final:
                        yield self.records[-1]
                    return
                await event.wait()
        finally:
            with self._lock:
                del self._followers[event]

    def ending(self, outcome: Outcome, seconds: float = 0.0) -> dict[str, Any]:
        """The ending of a run that its engine did not end itself, so that nobody knows its CPU time."""
        widths = [Frame.unpack(entry[HEAD.size :]).half_width for entry in self.records if entry[:4] == FRAME]
        return {
            "state": outcome.state,
            "step": self.last.get("step", 0),
            "readings": None,
            "seconds": round(seconds, 3),
            "cpu_seconds": None,
            "limit": max(widths, default=1.0),
            "code": outcome.code,
            "fields": dict(outcome.fields),
        }


def frame_header(entry: bytes) -> dict[str, Any]:
    """The JSON header of an LVF1 record, without unpacking its points."""
    (length,) = struct.unpack_from("<I", entry, HEAD.size)
    found: dict[str, Any] = json.loads(entry[HEAD.size + 4 : HEAD.size + 4 + length])
    return found


def payload(entry: bytes) -> dict[str, Any]:
    """The JSON of an LVT1 or LVE1 record."""
    found: dict[str, Any] = json.loads(entry[HEAD.size :])
    return found
