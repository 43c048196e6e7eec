"""Who is at a run: visitors come and go with their sockets; whether anybody is left comes out."""

from __future__ import annotations

from dataclasses import dataclass, field

from lossviz.frame import FRAME, TAPE
from lossviz.runs.recording import Recording
from lossviz.runs.run import Run, frame_header


@dataclass
class Presence:
    """A visitor at a run: with how many sockets, and since when with none."""

    sockets: int = 0
    since: float = 0.0


@dataclass(frozen=True)
class Seat:
    """One socket's place at a run; `presence` is None at a run that has ended."""

    run: Run
    presence: Presence | None


@dataclass
class Post:
    """What the hub keeps beside a live run: its visitors, when and at which step training began, its tape on disk.

    inherited: frames of the run from which this one forks, to be shown after its header. taken: how many records
    the present attempt has sent. returns: how often the run went back to the queue. finished: an earlier attempt that
    came to its end, and stays if this one does not.
    """

    run: Run
    visitors: dict[str, Presence] = field(default_factory=dict)
    started: float = 0.0
    began_at: int = 0
    recording: Recording | None = None
    inherited: list[bytes] = field(default_factory=list)
    taken: int = 0
    returns: int = 0
    finished: Run | None = None

    def new(self, entry: bytes) -> list[bytes]:
        """What a record brings that the run does not have: nothing of a second header or a repeated frame."""
        if entry[:4] == TAPE:
            return [] if self.run.records else [entry, *self.inherited]
        repeated = entry[:4] == FRAME and frame_header(entry)["n"] < self.run.frames
        return [] if repeated else [entry]

    def record(self, entry: bytes) -> None:
        """Writes a record to the tape, if there is one."""
        if self.recording is not None:
            self.recording.add(entry)

    @property
    def watchers(self) -> int:
        """How many visitors follow by at least one socket."""
        return sum(presence.sockets > 0 for presence in self.visitors.values())

    def alone(self, visitor: str) -> bool:
        """Whether no other visitor follows."""
        mine = self.visitors.get(visitor, Presence()).sockets > 0
        return self.watchers == int(mine)

    def deserted(self, since: float) -> bool:
        """Whether nobody has followed from then on."""
        return all(p.sockets < 1 and p.since <= since for p in self.visitors.values())
