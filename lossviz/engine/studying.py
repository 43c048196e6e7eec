"""A question about a trained run or data, in a process of its own: pickled, it enters; the packed answer leaves.

`lossviz.engine.studies` has a module for every kind of question, with a function

    answer(given, material, tell) -> {name: array}

which may raise Refusal, and may say how far it is with `tell(phase, share)`: a key of `lossviz.text`, and the share of
that phase that is done, 0 … 1, or None where nobody knows.
"""

from __future__ import annotations

import logging
import pickle
import re
import secrets
from collections.abc import Callable, Mapping
from pkgutil import resolve_name
from typing import Any

from numpy.typing import NDArray

from lossviz.arrays import pack
from lossviz.engine import helper
from lossviz.params import Refusal

KIND = re.compile(r"[a-z_]{1,40}", re.ASCII)

Tell = Callable[[str, float | None], None]
Arrays = Mapping[str, NDArray[Any]]

log = logging.getLogger("lossviz")


def answer(question: bytes) -> bytes:
    """A pickled (kind, given, material) → a pickled (packed arrays, None) or (None, the sentence that says why not)."""
    kind, given, material = pickle.loads(question)
    try:
        return pickle.dumps((pack(answered(kind, given, material, tell)), None))
    except Refusal as refusal:
        return pickle.dumps((None, (refusal.code, refusal.fields)))
    except Exception as fault:
        id = secrets.token_hex(4)
        log.error("A question could not be answered, id %s", id, exc_info=fault)
        return pickle.dumps((None, ("notice.error", {"id": id})))


def answered(kind: str, given: Mapping[str, Any], material: Arrays, tell: Tell) -> Arrays:
    """The arrays of an answer. Raises KeyError for an unknown kind, and Refusal."""
    if not KIND.fullmatch(kind):
        raise KeyError(kind)
    found: Arrays = resolve_name(f"lossviz.engine.studies.{kind}:answer")(given, material, tell)
    return found


def tell(phase: str, share: float | None = None) -> None:
    """Says how far the work is to whoever asked this process."""
    helper.tell(pickle.dumps((phase, share)))
