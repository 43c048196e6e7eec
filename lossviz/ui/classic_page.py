"""The page of linear metrics: settings enter; maps of digits with what they are worth, or the toy set, are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st

from lossviz.catalog.classic import DEFAULTS, of
from lossviz.recipe import Knob
from lossviz.runs import hub
from lossviz.runs.studies import Question
from lossviz.text import Translator
from lossviz.ui import study
from lossviz.ui.boards.classic import METHODS
from lossviz.ui.layout import Finding
from lossviz.ui.projections import packed
from lossviz.ui.study import Arrays

Values = Mapping[str, Knob]

FORMULAS = {
    "euclid": r"d(u,v)^2=\lVert u-v\rVert^2",
    "nca": r"\begin{gathered}\max_A\ \sum_i\sum_{j:\,y_j=y_i}p_{ij}\\"
    r"p_{ij}\propto e^{-\lVert Ax_i-Ax_j\rVert^2}\end{gathered}",
    "lmnn": r"\begin{gathered}\min_A\ (1-\mu)\sum d_M^2(i,j)\\"
    r"+\mu\sum\bigl[1+d_M^2(i,j)-d_M^2(i,l)\bigr]_+\end{gathered}",
    "itml": r"\min_M\ \operatorname{tr}M-\ln\det M,\quad d_M^2\le u\ \text{or}\ \ge l",
    "mmc": r"\min_M\ \sum_{\text{similar}}d_M^2\quad\text{with}\ \sum_{\text{others}}d_M=1",
}
PAPERS = {
    "nca": ("Goldberger et al. 2004, Neighbourhood components analysis",
            "https://papers.nips.cc/paper/2004/hash/42fe880812925e520249e808937738d2-Abstract.html"),
    "lmnn": ("Weinberger and Saul 2009, Large margin nearest neighbor classification",
             "https://www.jmlr.org/papers/v10/weinberger09a.html"),
    "itml": ("Davis et al. 2007, Information-theoretic metric learning", "https://doi.org/10.1145/1273496.1273523"),
    "mmc": ("Xing et al. 2002, Distance metric learning with side-information",
            "https://papers.nips.cc/paper/2002/hash/c3e4035af2a1cde9f21e1ae1951ac80b-Abstract.html"),
}  # fmt: skip
MAHALANOBIS = r"\begin{gathered}d_M(u,v)^2=(u-v)^\top M\,(u-v)\\=\lVert A(u-v)\rVert^2,\quad M=A^\top A\end{gathered}"


def question_of(values: Values) -> Question:
    """What is asked about the digits of these settings."""
    return Question(kind="classic", given=of(values))


def answered(values: Values) -> tuple[Arrays, bool]:
    """The answer that is shown, and whether it is that of these settings; else the recorded one of the data set."""
    found = hub().studies.of(question_of(values))
    if found.stage == "done":
        return found.arrays, True
    recorded = hub().studies.of(question_of({**DEFAULTS, "data": values["data"]}))
    if recorded.stage != "done":
        raise LookupError("no recordings: make record")
    return recorded.arrays, False


def given(values: Values) -> dict[str, Any]:
    """What the browser draws of the digits."""
    arrays, _ = answered(values)
    return {
        "methods": arrays["methods"].tolist(),
        "maps": [
            {"id": f"{question_of(values).digest} {n}", "places": packed(places, np.int16), "of": [1, *places.shape],
             "scale": [float(scale)]}
            for n, (places, scale) in enumerate(zip(arrays["places"], arrays["scale"], strict=True))
        ],
        "labels": packed(arrays["labels"], np.uint8),
        "rows": packed(np.arange(len(arrays["labels"])), np.uint32),
        "classes": [str(c) for c in range(10)],
        **{name: np.round(arrays[name], 4).tolist() for name in ("whole", "flat", "seconds")},
        "pixels": round(float(arrays["pixels"]), 4),
        "trained": int(arrays["trained"]),
    }  # fmt: skip


def sentence(values: Values, t: Translator) -> str:
    """What to look at, with the numbers of what is shown."""
    if values["view"] == "ellipse":
        return t("classic.look_ellipse")
    arrays, _ = answered(values)
    best, euclid = int(arrays["flat"].argmax()), f"{arrays['flat'][0]:.0%}"
    if best == 0:
        return t("classic.look_euclid", euclid=euclid)
    return t("classic.look", method=_name(arrays, best, t), flat=f"{arrays['flat'][best]:.0%}", euclid=euclid)


def note(values: Values, t: Translator) -> str:
    """What the metrics are worth where nothing is flattened."""
    if values["view"] == "ellipse":
        return t("classic.note_ellipse")
    arrays, _ = answered(values)
    best, gain = int(arrays["whole"].argmax()), 100 * (arrays["whole"].max() - arrays["whole"][0])
    gains = t("classic.gains", method=_name(arrays, best, t), points=f"{gain:.1f}") if best else t("classic.even")
    mmc = float(arrays["whole"][arrays["methods"].tolist().index("mmc")])
    behind = t("classic.behind", mmc=f"{mmc:.0%}") if mmc < arrays["whole"][0] else ""
    return " ".join(said for said in (t("classic.note_digits"), gains, behind) if said)


def _name(arrays: Arrays, at: int, t: Translator) -> str:
    return t(f"classic.pic.{arrays['methods'][at]}")


def findings(values: Values, t: Translator) -> list[Finding]:
    """That the picture is the recorded one, where it is."""
    if values["view"] == "ellipse" or answered(values)[1]:
        return []
    return [Finding("info", t("classic.other", **DEFAULTS))]


def panel(values: Values, t: Translator) -> None:
    """What stands under the knobs."""
    if values["view"] == "digits":
        with st.container(key="classic_asked"):
            study.answered(question_of(values), t, key="classic_study", wait=True)
    st.divider()
    method = str(values["method"])
    st.latex(MAHALANOBIS if values["view"] == "digits" else FORMULAS[method])
    with st.container(key="note"):
        st.markdown(note(values, t))
        for name in METHODS[1:] if values["view"] == "digits" else (method,):
            if name in PAPERS:
                st.markdown("[{}]({})".format(*PAPERS[name]))
