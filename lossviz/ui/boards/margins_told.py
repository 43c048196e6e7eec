"""What the page of margins says of its settings: settings enter; a sentence, formulas and hints leave."""

from __future__ import annotations

import math
from collections.abc import Mapping

from lossviz import catalog
from lossviz.catalog import Paper
from lossviz.geometry import two_classes
from lossviz.geometry.two_classes import Asks
from lossviz.recipe import Knob
from lossviz.text import Translator
from lossviz.ui.board import Bounds
from lossviz.ui.boards.margins import ALL, apart, asks

RULES = {
    "arcface": r"\cos(\theta_1+m)>\cos\theta_2",
    "cosface": r"\cos\theta_1-m>\cos\theta_2",
    "sphereface": r"\begin{gathered}\frac{\lambda\cos\theta_1+\psi(\theta_1)}{1+\lambda}>\cos\theta_2\\"
    r"\psi(\theta)=(-1)^k\cos(m\theta)-2k\end{gathered}",
    "combined_margin": r"\cos(m_1\theta_1+m_2)-m_3>\cos\theta_2",
    "softmax": r"\lVert w_1\rVert\cos\theta_1>\lVert w_2\rVert\cos\theta_2",
    "normalized_softmax": r"\cos\theta_1>\cos\theta_2",
    ALL: r"\cos(m_1\theta_1+m_2)-m_3>\cos\theta_2",
}
"""When class 1 keeps a sample."""


def look(values: Mapping[str, Knob], t: Translator) -> str:
    """The sentence under the title, true of these settings."""
    loss = str(values["loss"])
    said = {"apart": f"{float(values['theta']):.0f}°", "m": degrees(float(values["arcface_m"]))}
    return t(f"margins.look.{loss if loss == ALL else _sight(asks(loss, values), apart(values))}", **said)


def _sight(asked: Asks, between: float) -> str:
    """What is most worth looking at with one loss."""
    gap = two_classes.gap(between, asked)
    if gap is None:
        return "empty"
    if asked.easy and asked.m > 0:
        return "easy"
    if asked.loss == "softmax":
        return "lengths" if asked.ratio != 1 else "softmax"
    if gap < -1e-9:
        return "overlap"
    return asked.loss if gap > 1e-9 else "touch"


def rule(values: Mapping[str, Knob]) -> str:
    """When class 1 keeps a sample, in LaTeX."""
    return RULES[str(values["loss"])]


def numbers(values: Mapping[str, Knob]) -> str:
    """The same with the numbers in, and how wide the gap Δ is between these class vectors."""
    loss = str(values["loss"])
    if loss == ALL:
        return r"(1,0,0),\quad(1,m,0),\quad(1,0,m)"
    asked, between = asks(loss, values), apart(values)
    gap = two_classes.gap(between, asked)
    if gap is None:
        return rf"\Delta=\Theta={_tex(between)}"
    return _numbers(asked, between, _tex(gap))


def _numbers(asked: Asks, between: float, gap: str) -> str:
    match asked.loss:
        case "arcface":
            return rf"\Delta=m={asked.m:.2f}\,\text{{rad}}={gap}"
        case "cosface":
            return rf"\Delta=2\arcsin\frac{{{asked.m:.2f}}}{{2\sin({_tex(between)}/2)}}={gap}"
        case "sphereface" if asked.lam == 0:
            return rf"\Delta={_tex(between)}\cdot\frac{{{asked.m}-1}}{{{asked.m}+1}}={gap}"
        case "sphereface":
            lam = f"{asked.lam:g}"
            return rf"\frac{{{lam}\cos\theta_1+\psi(\theta_1)}}{{1+{lam}}}>\cos\theta_2,\quad\Delta={gap}"
        case "combined_margin":
            m1 = "" if asked.m1 == 1 else rf"{asked.m1:g}\,"
            return rf"\cos({m1}\theta_1+{asked.m2:g})-{asked.m3:g}>\cos\theta_2,\quad\Delta={gap}"
        case "softmax":
            return rf"{asked.ratio:.2f}\,\cos\theta_1>\cos\theta_2,\quad\Delta={gap}"
    return rf"\theta_1<\theta_2,\quad\Delta={gap}"


def _tex(angle: float) -> str:
    return rf"{math.degrees(angle):.1f}^\circ"


def degrees(angle: float) -> str:
    """28.6°."""
    return f"{math.degrees(angle):.1f}°"


def paper(values: Mapping[str, Knob]) -> Paper:
    """Where the loss was published; of all of them, where they were compared."""
    loss = str(values["loss"])
    return catalog.losses()["arcface" if loss == ALL else loss].paper


def bounds(values: Mapping[str, Knob], t: Translator) -> Bounds:
    """The largest margins with which regions are left between these class vectors, for the sliders."""
    between = apart(values)
    found: dict[str, tuple[float, str]] = {}
    for name, loss in (("arcface_m", "arcface"), ("cosface_m", "cosface"), ("m3", "combined_margin")):
        bound = two_classes.widest(between, asks(loss, values))
        if bound is not None:
            found[name] = (bound, t("margins.fits", bound=f"{bound:.3f}", apart=f"{float(values['theta']):.0f}°"))
    return found
