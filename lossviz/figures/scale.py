"""Scale and margin: settings enter; probabilities, loss floors, bounds and rules leave as numbers, and are drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from lossviz.figures.colours import COLOURS, Theme
from lossviz.figures.look import bare
from lossviz.geometry import (
    adacos_fixed_scale,
    adacos_scales,
    cosface_min_scale,
    dynamic_margins,
    half_way_angle,
    leaning_cosines,
    needed_scale,
    own_probability,
    spread_cosines,
    spread_loss,
    widest_angle,
)
from lossviz.geometry.target_logits import Values
from lossviz.geometry.two_classes import Asks, target_logit

PLAIN = Asks("arcface")
DASHES = ("solid", "8px 4px", "3px 3px", "2px 4px", "10px 3px 2px 3px")


@dataclass(frozen=True, eq=False)
class Lines:
    """What every figure of this page is: named lines, y by x; `log`: the axes that go by powers of ten."""

    x: Values
    y: Mapping[str, Values]
    names: tuple[str, str]
    log: str = ""


@dataclass(frozen=True, eq=False)
class Probabilities:
    """P(θ), θ in degrees, of each scale and margin, and the angle where it falls through one half, None where never."""

    lines: Lines
    half: Mapping[str, float | None]


def probabilities(scales: Mapping[str, tuple[float, Asks]], C: int = 2000) -> Probabilities:  # noqa: N803
    """AdaCos's figure: how sure a softmax is of the own class, all C − 1 others at 90°.

    >>> round(probabilities({"s = 64": (64.0, PLAIN)}).half["s = 64"], 1)
    83.2
    """
    theta = np.arange(0.0, 181.0)
    found = {name: own_probability(np.radians(theta), s, C, asks) for name, (s, asks) in scales.items()}
    half = {name: half_way_angle(s, C, asks) for name, (s, asks) in scales.items()}
    degrees = {name: None if angle is None else math.degrees(angle) for name, angle in half.items()}
    return Probabilities(Lines(theta, found, ("θ", "P(θ)")), degrees)


def adacos_figure(C: int = 2000) -> Probabilities:  # noqa: N803
    """Several scales, and the fixed one that AdaCos sets."""
    scales = {f"s = {s}": (float(s), PLAIN) for s in (10, 30, 64)}
    return probabilities({**scales, "AdaCos": (adacos_fixed_scale(C), PLAIN)}, C)


def floors(losses: Mapping[str, Asks], C: int, d: int) -> Lines:  # noqa: N803
    """The loss floor against the scale 1 … 100, class vectors spread evenly.

    Raises ValueError where no even arrangement is known.

    >>> round(float(floors({"CosFace": Asks("cosface", m=0.35)}, 10, 2).y["CosFace"][29]), 2)
    5.47
    """
    cosines = spread_cosines(C, d)
    if cosines is None:
        raise ValueError(f"C and d must have a known even arrangement, got {C} and {d}")
    s = np.arange(1.0, 101.0)
    targets = {name: float(target_logit(0.0, asks)) for name, asks in losses.items()}
    found = {name: np.array([spread_loss(cosines, one, target) for one in s]) for name, target in targets.items()}
    return Lines(s, found, ("s", "loss floor"))


def needed_scales(P: float, classes: Sequence[int] = tuple(range(3, 101))) -> Lines:  # noqa: N803
    """CosFace's bound on s beside the s that class vectors in 2-D and 3-D need for P; NaN where none is known.

    >>> [round(float(line[7]), 2) for line in needed_scales(0.9).y.values()]
    [3.96, 15.14, 6.18]
    """
    needed = {
        f"{d}-D": np.array([math.nan if rows is None else needed_scale(rows, P) for rows in _spread(classes, d)])
        for d in (2, 3)
    }
    bound = np.array([cosface_min_scale(C, P) for C in classes])
    return Lines(np.asarray(classes, float), {"CosFace's bound": bound, **needed}, ("C", "s"), log="xy")


def _spread(classes: Sequence[int], d: int) -> list[Values | None]:
    return [spread_cosines(C, d) for C in classes]


def fitting_margins(loss: str, classes: Sequence[int] = tuple(range(3, 101))) -> Lines:
    """The widest margin that fits C classes, CosFace's 1 − cosΘ or ArcFace's Θ, in 2-D, 3-D and C dimensions.

    >>> [round(float(line[7]), 3) for line in fitting_margins("cosface").y.values()]
    [0.191, 0.596, 1.111]
    """
    angles = {name: np.array([widest_angle(C, d or C)[0] for C in classes])
              for name, d in (("2-D", 2), ("3-D", 3), ("C dimensions", 0))}  # fmt: skip
    found = {name: angle if loss == "arcface" else 1 - np.cos(angle) for name, angle in angles.items()}
    return Lines(np.asarray(classes, float), found, ("C", "m"), log="x")


def adacos_walks(starts: Mapping[str, tuple[int, int]], theta: float, steps: int = 30) -> Lines:
    """Dynamic AdaCos from the fixed scale on, without a cap: by name C and d, samples `theta` degrees off.

    >>> round(float(adacos_walks({"plane": (10, 2)}, 0.0).y["plane"][-1]), 2)
    4.26
    """
    found = {}
    for name, (C, d) in starts.items():  # noqa: N806
        cosines = leaning_cosines(C, d, math.radians(theta))
        if cosines is None:
            raise ValueError(f"{name} must have a known even arrangement, got C = {C}, d = {d}")
        walk = adacos_scales(C, cosines, math.radians(theta), steps)
        found[name] = np.pad(walk, (0, steps + 1 - len(walk)), constant_values=math.nan)
    return Lines(np.arange(steps + 1.0), found, ("t", "s"), log="y")


def margins_by_size(counts: Sequence[int], **rule: float) -> Lines:
    """The dynamic margin (radians) of classes of these sizes; `rule` as in `lossviz.geometry.dynamic_margins`.

    >>> margins_by_size([10, 6000], m_min=0.05, m_max=0.5).y["m"].tolist()
    [0.5, 0.05]
    """
    sizes = sorted(counts)
    return Lines(np.asarray(sizes, float), {"m": np.array(dynamic_margins(sizes, **rule))}, ("n", "m"), log="x")


def drawn(found: Lines | Probabilities, theme: Theme) -> go.Figure:
    """The lines, each named at its end."""
    lines = found.lines if isinstance(found, Probabilities) else found
    ink = COLOURS[theme]
    figure = bare(theme, height=420)
    figure.update_layout(margin={"l": 56, "r": 110, "t": 12, "b": 44})
    axis = {"visible": True, "showline": True, "linecolor": ink.ink3, "gridcolor": ink.line, "zeroline": False}
    figure.update_xaxes(title=lines.names[0], type="log" if "x" in lines.log else "linear", **axis)
    figure.update_yaxes(title=lines.names[1], type="log" if "y" in lines.log else "linear", **axis)
    for i, (name, y) in enumerate(lines.y.items()):
        figure.add_trace(go.Scatter(x=lines.x, y=y, name=name, mode="lines",
                                    line={"color": ink.ink, "width": 2, "dash": DASHES[i % len(DASHES)]}))  # fmt: skip
        _named(figure, lines, name, y, theme)
    return figure


def _named(figure: go.Figure, lines: Lines, name: str, y: Values, theme: Theme) -> None:
    """The name beside the line's last value; annotations on logarithmic axes count in powers of ten."""
    last = int(np.flatnonzero(np.isfinite(y))[-1])
    place = {axis: math.log10(value) if axis in lines.log else value
             for axis, value in (("x", float(lines.x[last])), ("y", float(y[last])))}  # fmt: skip
    figure.add_annotation(**place, text=name, showarrow=False, xanchor="left", xshift=6,
                          font={"size": 13, "color": COLOURS[theme].ink2})  # fmt: skip
