"""The workers as the hub sees them: addresses enter, free places and whose runs are in progress leave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from lossviz import catalog
from lossviz.runs.run import Run

CPU = frozenset(("cpu",))
"""What every worker has."""

SLOW = 20.0
"""How many times longer than on an idle core a run may take before it counts as stuck."""


@dataclass
class Slot:
    """A worker: the run it has been given, when it last gave a sign of life, and the devices it is known to have."""

    address: str
    run: Run | None = None
    moved: float = 0.0
    devices: frozenset[str] = CPU

    def patience(self, least: float) -> float:
        """Seconds that may pass without a sign of life: `least`, or more for a run whose frames are far apart."""
        return least if self.run is None else max(least, SLOW * catalog.longest_wait(self.run.recipe))


class Slots:
    """Every worker there is, one run each at most."""

    def __init__(self) -> None:
        self._slots: dict[str, Slot] = {}
        self._bare_since: float | None = None

    def __len__(self) -> int:
        return len(self._slots)

    @property
    def taken(self) -> list[Slot]:
        """Those that have a run, or one that has not heeded its end yet."""
        return [slot for slot in self._slots.values() if slot.run is not None]

    def change(self, addresses: Collection[str]) -> list[Run]:
        """Takes in new workers and lets go of those that are gone; the runs lost with these."""
        gone = [self._slots.pop(address) for address in set(self._slots) - set(addresses)]
        for address in addresses:
            self._slots.setdefault(address, Slot(address))
        return [slot.run for slot in gone if slot.run is not None]

    def equip(self, address: str, devices: Collection[str]) -> None:
        """A worker has these devices."""
        if address in self._slots:
            self._slots[address].devices = CPU.union(devices)

    @property
    def devices(self) -> frozenset[str]:
        """Those that every worker has, so that it does not matter which one a run gets."""
        return frozenset.intersection(*(slot.devices for slot in self._slots.values())) if self._slots else CPU

    def note(self, now: float) -> None:
        """Looks whether there is any worker, at this time in seconds."""
        if self._slots:
            self._bare_since = None
        elif self._bare_since is None:
            self._bare_since = now

    def bare(self, now: float) -> float:
        """For how many seconds there has been no worker, as far as has been noted."""
        return 0.0 if self._bare_since is None else now - self._bare_since

    def remove(self, slot: Slot) -> None:
        """Gives a worker up."""
        del self._slots[slot.address]

    def free(self) -> Slot | None:
        """A worker without a run."""
        return next((slot for slot in self._slots.values() if slot.run is None), None)

    def any(self) -> str | None:
        """The address of a worker, one without a run if there is one."""
        found = self.free() or next(iter(self._slots.values()), None)
        return None if found is None else found.address

    def of(self, key: str, attempt: int) -> Slot | None:
        """The worker that has this attempt at a run."""
        return next((s for s in self.taken if s.run and (s.run.key, s.run.attempt) == (key, attempt)), None)

    def running(self) -> Counter[str]:
        """How many runs each owner has in progress."""
        return Counter(slot.run.owner for slot in self.taken if slot.run and slot.run.live)
