"""What the page of scales says of its settings: settings enter; a sentence, formulas, hints and a paper leave."""

from __future__ import annotations

import math
from collections.abc import Mapping

from lossviz import catalog
from lossviz.catalog import Paper
from lossviz.geometry import (
    adacos_fixed_scale,
    adacos_rest,
    cosface_min_scale,
    dynamic_margins,
    half_way_angle,
    leaning_cosines,
    own_probability,
    spherical_code,
    widest_angle,
)
from lossviz.params import number
from lossviz.recipe import Knob
from lossviz.text import Translator
from lossviz.ui.board import Bounds
from lossviz.ui.boards.scale import SIZES, asks, dimension

TARGETS = {"arcface": r"\cos(\theta+m)", "cosface": r"(\cos\theta-m)"}
PAPERS = {"needed": "cosface", "adacos": "adacos", "sizes": "dynamic_arcface"}
CODES = {C: code.tolist() for C in range(4, 13) if (code := spherical_code(C)) is not None}
"""Class vectors on the sphere, for the browser."""


def room(values: Mapping[str, Knob]) -> float:
    """The largest margin that fits these classes in this dimension."""
    angle, _ = widest_angle(int(values["classes"]), dimension(values))
    return angle if values["kind"] == "arcface" else 1 - math.cos(angle)


def bounds(values: Mapping[str, Knob], t: Translator) -> Bounds:
    """The widest margin as a mark on its slider; where no arrangement reaches it, it is said to be out of reach."""
    _, attained = widest_angle(int(values["classes"]), dimension(values))
    key = "scale.bound" if attained else "scale.bound_below"
    said = t(key, classes=f"{int(values['classes']):,}", bound=f"{room(values):.3f}")
    return {"m": (room(values), said)} if room(values) <= 1 else {}


def look(values: Mapping[str, Knob], t: Translator) -> str:
    """The sentence under the title, true of these settings."""
    match values["below"]:
        case "sizes":
            margins = _margins(values)
            return t("scale.look.sizes", most=f"{margins[0]:.2f}", least=f"{margins[1]:.2f}")
        case "adacos":
            return _look_at_the_walk(values, t)
    return _look_at_the_curves(values, t)


def _look_at_the_curves(values: Mapping[str, Knob], t: Translator) -> str:
    s, m = float(values["s"]), float(values["m"])
    if m > room(values):
        return t("scale.look.misfit", m=f"{m:.2f}")
    half = half_way_angle(s, int(values["classes"]), asks(values))
    if half is None:
        return t("scale.look.never", s=number(s))
    return t("scale.look.half", s=number(s), m=f"{m:.2f}", angle=f"{math.degrees(half):.1f}°")


def _look_at_the_walk(values: Mapping[str, Knob], t: Translator) -> str:
    theta, C = math.radians(float(values["theta"])), int(values["classes"])  # noqa: N806
    cosines = leaning_cosines(C, dimension(values), theta)
    if cosines is None:
        return t("scale.look.unknown", classes=f"{C:,}")
    rest = adacos_rest(C, cosines, theta)
    if rest is None:
        return t("scale.look.runs_away")
    return t("scale.look.settles", theta=number(float(values["theta"])), s=f"{rest:,.2f}")


def _margins(values: Mapping[str, Knob]) -> tuple[float, float]:
    """The margins of the rarest and of the commonest class."""
    counts = sorted(int(values[f"n{i}"]) for i in range(1, len(SIZES) + 1))
    names = ("m_min", "m_max") if values["rule"] == "range" else ("a", "b")
    margins = dynamic_margins(counts, lam=float(values["lam"]), **{name: float(values[name]) for name in names})
    return margins[0], margins[-1]


def rule(values: Mapping[str, Knob]) -> str:
    """The probability's formula, in LaTeX."""
    target = TARGETS[str(values["kind"])]
    return rf"P(\theta)=\frac{{1}}{{1+(C-1)\,e^{{-s\,{target}}}}}"


def numbers(values: Mapping[str, Knob]) -> str:
    """The angle where it falls through one half, or that it never does, with the numbers in."""
    s, m, C = float(values["s"]), float(values["m"]), int(values["classes"])  # noqa: N806
    half = half_way_angle(s, C, asks(values))
    if half is None:
        return rf"P(0)={float(own_probability(0.0, s, C, asks(values))):.3f}<\tfrac12"
    level = rf"\frac{{\ln {C - 1}}}{{{number(s)}}}"
    solved = rf"\arccos{level}-{m:.2f}" if values["kind"] == "arcface" else rf"\arccos\bigl({level}+{m:.2f}\bigr)"
    return rf"\theta_{{1/2}}={solved}={math.degrees(half):.1f}^\circ"


def lower_rule(values: Mapping[str, Knob]) -> str:
    """The formula of what the lower row shows, with its numbers, in LaTeX."""
    C = int(values["classes"])  # noqa: N806
    match values["below"]:
        case "adacos":
            first = rf"s_0=\sqrt2\,\ln {C - 1}={adacos_fixed_scale(C):.2f}"
            return _lines(r"s_{t+1}=\frac{\ln B_t}{\cos\min(\frac\pi4,\theta_{\mathrm{med}})}", first)
        case "sizes":
            given = rf"a={number(float(values['a']))},\ b={number(float(values['b']))}"
            ends = rf"{float(values['m_min']):.2f}\le m_j\le {float(values['m_max']):.2f}"
            return _lines(r"m_j=a\,n_j^{-\lambda}+b", ends if values["rule"] == "range" else given)
    p = float(values["p"])
    return rf"s\ge\frac{{C-1}}{{C}}\ln\frac{{(C-1)P}}{{1-P}}={cosface_min_scale(C, p):.2f}"


def _lines(first: str, second: str) -> str:
    """Two formulas one under the other, since the panel is narrow."""
    return rf"\begin{{gathered}}{first}\\{second}\end{{gathered}}"


def papers(values: Mapping[str, Knob]) -> tuple[Paper, ...]:
    """Where the figure above comes from, and the lower row."""
    return tuple(catalog.losses()[id].paper for id in dict.fromkeys(("adacos", PAPERS[str(values["below"])])))
