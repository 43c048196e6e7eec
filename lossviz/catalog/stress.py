"""The runs of the pages on wrong labels and rare classes: a page's settings enter, runs with one start leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lossviz.catalog.comparison import Comparison
from lossviz.catalog.resolve import USUAL_DATA, resolve
from lossviz.recipe import Recipe
from lossviz.strain import Kind, Strain, is_strained, parse

DRAWN = 3
"""In so few dimensions losses keep the form in which they train there; with more they take the published one."""


def noisy(
    *,
    noise: float = 0.3,
    kind: Kind = "symmetric",
    dim: int = 16,
    centres: int = 3,
    m: float = 0.3,
    s: float = 30.0,
    epochs: int = 20,
    seed: int = 0,
) -> Comparison:
    """Softmax, ArcFace and sub-center ArcFace with `centres` vectors a class, a share `noise` of their labels wrong."""
    data = Strain(base=USUAL_DATA, noise=noise, kind=kind, seed=seed).id
    own: dict[str, Any] = {"m": m, "s": s, **({"blend": 0.0} if dim > DRAWN else {})}
    apart = {"spread": 1.0} if dim > DRAWN else {}
    sides: tuple[Mapping[str, Any], ...] = (
        {"loss": "softmax"},
        {"loss": "arcface", **own},
        {"loss": "subcenter_arcface", **own, **apart, "K": centres},
    )
    return Comparison(sides=sides, shared={"data": data, "dim": dim, "epochs": epochs, "seed": seed})


def cleaned(recipe: Recipe, dropped: str) -> Recipe:
    """Plain ArcFace from scratch, with the margin of this run, on its data without the digits that `dropped` lists.

    dropped: the mask of `strain.packed`, over the digits that the run was trained on. Raises Refusal where too few
    are left.
    """
    whole = parse(recipe.data) if is_strained(recipe.data) else Strain(base=recipe.data)
    own = {name: recipe.knobs[name] for name in ("m", "s", "blend")}
    kept = {name: getattr(recipe, name) for name in ("dim", "epochs", "seed")}
    return resolve(loss="arcface", data=replace(whole, dropped=dropped).id, **kept, **own)
