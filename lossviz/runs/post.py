"""Who is at a run: visitors come and go with their sockets; whether anybody is left comes out."""

from __future__ import annotations

from dataclasses import dataclass, field

from lossviz.runs.recording import Recording
from lossviz.runs.run import Run


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
    """What the hub keeps beside a live run: its visitors, when training began, and its tape on disk."""

    run: Run
    visitors: dict[str, Presence] = field(default_factory=dict)
    started: float = 0.0
    recording: Recording | None = None

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
