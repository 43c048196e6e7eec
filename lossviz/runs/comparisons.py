"""Saved comparisons: a visitor, names and links enter; what that visitor has saved leaves.

comparisons/<visitor>.json    {name: link as {"a": "softmax", …}}, the oldest first; the visitor's token is nowhere
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any

from lossviz import limits
from lossviz.frame import Damaged
from lossviz.own import clean
from lossviz.params import Refusal, shown
from lossviz.shelf import Folder, Remote

ROOM = "comparisons"
OWNER_LENGTH = 32

Link = Mapping[str, str]
Saved = dict[str, Link]
"""Links by the names under which they were saved, the oldest first."""

log = logging.getLogger("lossviz")


class Comparisons:
    """What every visitor has saved; may be called from any thread. What changes something gives what is saved then.

    Raises Refusal for a name that is empty, too long or taken, for one too many, and where nothing can be written.
    """

    def __init__(self, shelf: Folder | Remote) -> None:
        self._shelf = shelf
        self._lock = threading.Lock()

    def of(self, visitor: str) -> Saved:
        """What this visitor has saved."""
        try:
            data = self._shelf.read(_file(visitor), limits.LARGEST_COMPARISONS)
            return _read(json.loads(data)) if data else {}
        except (OSError, Damaged, ValueError) as fault:
            log.warning("Saved comparisons cannot be read: %s", fault)
            return {}

    def save(self, visitor: str, name: str, link: Link) -> Saved:
        """Saves a link under a new name."""

        def added(saved: Saved) -> Saved:
            if len(saved) >= limits.COMPARISONS_PER_VISITOR:
                raise Refusal("keep.full", limit=limits.COMPARISONS_PER_VISITOR)
            return {**saved, _fresh(name, saved): dict(link)}

        return self._change(visitor, added)

    def rename(self, visitor: str, old: str, new: str) -> Saved:
        """Gives one another name, at its place."""

        def renamed(saved: Saved) -> Saved:
            others = {name: link for name, link in saved.items() if name != old}
            return {_fresh(new, others) if name == old else name: link for name, link in saved.items()}

        return self._change(visitor, renamed)

    def remove(self, visitor: str, name: str) -> Saved:
        """Forgets one; what is gone already is no error."""
        return self._change(visitor, lambda saved: {known: link for known, link in saved.items() if known != name})

    def _change(self, visitor: str, change: Callable[[Saved], Saved]) -> Saved:
        with self._lock:
            saved = change(self.of(visitor))
            try:
                self._shelf.write(_file(visitor), json.dumps(saved, ensure_ascii=False).encode())
                self._make_room()
            except OSError as fault:
                raise Refusal("keep.unsaved") from fault
        return saved

    def _make_room(self) -> None:
        """The lists that were changed longest ago leave when there are too many."""
        files = self._shelf.listed(ROOM)
        for kept in files[: max(0, len(files) - limits.COMPARERS_KEPT)]:
            self._shelf.remove(kept.name)


def _file(visitor: str) -> str:
    return f"{ROOM}/{hashlib.sha256(visitor.encode()).hexdigest()[:OWNER_LENGTH]}.json"


def _read(found: Any) -> Saved:
    """What has the form of saved links."""
    pairs = found.items() if isinstance(found, dict) else ()
    return {name: {str(n): str(v) for n, v in link.items()} for name, link in pairs if isinstance(link, dict)}


def _fresh(name: str, others: Saved) -> str:
    """A name as it is kept, which is none of the others."""
    short = clean(name[: 2 * limits.LONGEST_NAME])
    if len(name.strip()) > limits.LONGEST_NAME:
        raise Refusal("keep.long", limit=limits.LONGEST_NAME, n=len(name.strip()))
    if not short:
        raise Refusal("keep.nameless")
    if short in others:
        raise Refusal("keep.taken", name=shown(short, limits.LONGEST_NAME))
    return short
