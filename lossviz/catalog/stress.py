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


def imbalanced(
    *,
    tail: float = 100.0,
    counts: tuple[int, ...] = (),
    rule: Mapping[str, float] | None = None,
    m: float = 0.3,
    s: float = 30.0,
    dim: int = 16,
    epochs: int = 30,
    seed: int = 0,
) -> Comparison:
    """ArcFace with the margin m for all classes, and with one by class size.

    rule: {m_min, m_max, lam} or {a, b, lam}, see `geometry.dynamic_margins`. tail: how many times as many digits the
    first class has as the last, unless `counts` lists them all.
    """
    strained = Strain(base=USUAL_DATA, tail=1.0 if counts else tail, counts=counts, seed=seed)
    blend = {"blend": 0.0} if dim > DRAWN else {}
    given = rule or {"m_min": 0.05, "m_max": 0.5, "lam": 0.25}
    fitted = {} if "a" in given else {"a": "fitted", "b": "fitted"}
    sides: tuple[Mapping[str, Any], ...] = (
        {"loss": "arcface", "m": m, "s": s, **blend},
        {"loss": "dynamic_arcface", "K": 1, "s": s, **blend, **fitted, **given},
    )
    return Comparison(sides=sides, shared={"data": strained.id, "dim": dim, "epochs": epochs, "seed": seed})


def cleaned(recipe: Recipe, dropped: str) -> Recipe:
    """Plain ArcFace from scratch, with the margin of this run, on its data without the digits that `dropped` lists.

    dropped: the mask of `strain.packed`, over the digits that the run was trained on. Raises Refusal where too few
    are left.
    """
    whole = parse(recipe.data) if is_strained(recipe.data) else Strain(base=recipe.data)
    own = {name: recipe.knobs[name] for name in ("m", "s", "blend")}
    kept = {name: getattr(recipe, name) for name in ("dim", "epochs", "seed")}
    return resolve(loss="arcface", data=replace(whole, dropped=dropped).id, **kept, **own)
