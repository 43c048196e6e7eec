"""Images that somebody has uploaded: their id enters, those to train on and those to look at leave."""

from __future__ import annotations

from lossviz import own
from lossviz.datasets.digits import Digits, divided
from lossviz.params import Refusal


def load(id: str) -> Digits:
    """The uploaded images as they were split when they came. Raises Refusal where they are gone."""
    kept, about = own.arrays(id), own.about(id)
    if about is None:
        raise Refusal("own.gone", id=id)
    return divided(kept["images"], kept["labels"], kept["probe"], about.classes)
