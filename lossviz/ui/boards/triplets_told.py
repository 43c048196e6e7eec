"""Triplets in words and formulas: the settings enter; the sentence under the title and the panel's formulas leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from lossviz import catalog
from lossviz.catalog.entries import Paper
from lossviz.params import number
from lossviz.recipe import Knob
from lossviz.ui.boards.triplets import RECORDED

Values = Mapping[str, Knob]

ENTRIES = {
    "contrastive": "contrastive",
    "triplet": "triplet_batch_all",
    "hard": "triplet_batch_hard",
    "soft": "triplet_batch_hard",
    "semihard": "triplet_semihard",
    "quadruplet": "quadruplet",
    "lifted": "lifted_structure",
    "npair": "n_pair",
    "infonce": "infonce",
}
"""The catalogue's entry of every loss that is drawn as forces."""

OWN_FORMULAS = {
    "hard": r"\ell=\bigl[\max_p d(a,p)-\min_n d(a,n)+m\bigr]_+",
    "soft": r"\ell=\ln\bigl(1+e^{\max_p d(a,p)-\min_n d(a,n)}\bigr)",
    "quadruplet": r"\begin{gathered}\ell=\bigl[d(a,p)-d(a,n_1)+\alpha_1\bigr]_+\\+\bigl[d(a,p)-d(n_2,n_1)"
    r"+\alpha_2\bigr]_+\end{gathered}",
    "npair": r"\ell=\ln\Bigl(1+\sum_{j\ne i}e^{D(f_i,f_i^+)^2-D(f_i,f_j^+)^2}\Bigr)",
    "infonce": r"\ell=-\ln\frac{e^{-D_{ip}^2/\tau}}{e^{-D_{ip}^2/\tau}+\sum_k e^{-D_{ik}^2/\tau}}",
}
"""Those that are not the catalogue's: one of its two forms, in two lines, or −D² in the place of a similarity."""

SIMILAR = ("npair", "infonce")
"""Those published with a similarity instead of a distance."""

FACENET = Paper(title="Schroff, Kalenichenko, Philbin 2015, FaceNet", url="https://arxiv.org/abs/1503.03832")
TORCH = Paper(
    title="torch.nn.TripletMarginLoss", url="https://docs.pytorch.org/docs/stable/generated/torch.nn.TripletMarginLoss.html"
)  # fmt: skip


@dataclass(frozen=True)
class Told:
    """What the panel tells of a picture: the formula, the same with numbers, a sentence's key, and where it is from."""

    formula: str
    numbers: str
    line: str
    paper: Paper


def look_at(values: Values) -> str:
    """The key of the sentence that says what to look at."""
    if values["picture"] == "forces" and values["batch"] == "placed" and values["spread"] == 0:
        return "triplets.look_collapsed"
    return f"triplets.look_{values['picture']}"


def told(values: Values) -> Told:
    """The panel of the chosen picture."""
    return {"mining": _mining, "forces": _forces, "module": _module}[str(values["picture"])](values)


def _mining(values: Values) -> Told:
    classes, each = (10, 6) if values["batch"] in RECORDED else (3, 4)
    others = (classes - 1) * each
    valid = classes * each * (each - 1) * others
    count = rf"{classes}\cdot {each}\cdot {each - 1}\cdot {others}={valid:,}".replace(",", r"{,}")
    return Told(
        formula=r"\ell=\bigl[d(a,p)-d(a,n)+m\bigr]_+",
        numbers=rf"\begin{{gathered}}\textstyle\sum_c n_c(n_c-1)(N-n_c)\\={count}\end{{gathered}}",
        line="triplets.line_mining",
        paper=FACENET,
    )


def _forces(values: Values) -> Told:
    loss = str(values["loss"])
    entry = catalog.losses()[ENTRIES[loss]]
    margin, tau = float(values["margin"]), float(values["tau"])
    numbers = {
        "soft": r"\Delta=0\colon\ \ell=\ln 2=0.6931",
        "quadruplet": rf"\alpha_1=m={number(margin)},\quad\alpha_2=\tfrac12m={number(margin / 2)}",
        "npair": r"s(f_i,f_j)=-D_{ij}^2",
        "infonce": rf"\tau={number(tau)}",
    }
    return Told(
        formula=OWN_FORMULAS.get(loss, entry.formula),
        numbers=numbers.get(loss, f"m={number(margin)}"),
        line="triplets.line_similar" if loss in SIMILAR else "triplets.line_forces",
        paper=entry.paper,
    )


def _module(values: Values) -> Told:
    margin, p = float(values["margin"]), float(values["p"])
    near = _to_positive(values)
    second = r"\min\{d(a,n),d(p,n)\}" if values["swap"] else "d(a,n)"
    return Told(
        formula=rf"\ell=\bigl[d(a,p)-{second}+m\bigr]_+",
        numbers=rf"\begin{{gathered}}d(u,v)=\lVert u-v+\varepsilon\rVert_{{{number(p)}}}\\"
                rf"\ell=\bigl[{near:.4f}-{second}+{number(margin)}\bigr]_+\end{{gathered}}",
        line="triplets.line_module",
        paper=TORCH,
    )  # fmt: skip


def _to_positive(values: Values) -> float:
    """d(a,p) of the placed points, in the norm p with its ε; where the positive picked is none, the farthest one's."""
    points = np.array([int(part) for part in str(values["places"]).split("_")], float).reshape(-1, 2) / 100
    anchor = int(values["anchor"])
    mates = [i for i in range(len(points)) if i // 4 == anchor // 4 and i != anchor]
    farthest = max(mates, key=lambda i: float(np.linalg.norm(points[i] - points[anchor])))
    positive = int(values["positive"]) if values["positive"] in mates else farthest
    ways = np.abs(points[anchor] - points[positive] + float(values["eps"]))
    return float(np.linalg.norm(ways, ord=float(values["p"])))


def code(values: Values) -> str:
    """The module as a line of Python."""
    named = ", ".join(f"{name}={values[name]!r}" for name in ("margin", "p", "eps", "swap", "reduction"))
    return f"torch.nn.TripletMarginLoss({named})".replace("'", '"')
