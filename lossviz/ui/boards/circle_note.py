"""What stands under the knobs of the plane of similarities: settings enter; formulas, figures and links are drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping

import streamlit as st

from lossviz import catalog
from lossviz.recipe import Knob
from lossviz.text import Translator
from lossviz.ui import address
from lossviz.ui.board import written
from lossviz.ui.boards.circle import BOARD, FIGURES
from lossviz.ui.boards.circle_runs import compares
from lossviz.ui.language import IN_LINK
from lossviz.ui.places import TRAIN

LOSS = r"\ell=\log\bigl(1+e^{\gamma(\alpha_n(s_n-m)-\alpha_p(s_p-1+m))}\bigr)"
WEIGHTS = r"\alpha_n=[s_n+m]_+,\quad\alpha_p=[1+m-s_p]_+"


def note(values: Mapping[str, Knob], t: Translator) -> None:
    """The paper's figures as settings, the formula with the numbers in, and where to train the loss."""
    with st.container(key="published", horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(t("circle.published"))
        for name, figure in FIGURES.items():
            st.button(name, type="tertiary", key=f"circle_{name}", help=t(f"circle.{_key(name)}"),
                      on_click=_show, args=(figure,))  # fmt: skip
    st.divider()
    with st.container(key="note"):
        _of_run(values, t) if values["view"] == "run" else _of_pair(values, t)
        paper = catalog.losses()["circle"].paper
        st.markdown(f"[{paper.title}]({paper.url})")
    link = {"loss": "circle", IN_LINK: t.language}
    st.page_link(TRAIN, label=t("circle.train_it"), icon=":material/model_training:", query_params=link)


def _key(figure: str) -> str:
    return figure.lower().replace(". ", "_")


def _show(figure: Mapping[str, Knob]) -> None:
    address.put(written(BOARD, BOARD.defaults | dict(figure)))


def _of_pair(values: Mapping[str, Knob], t: Translator) -> None:
    m = float(values["m"])
    st.markdown(t("circle.one_pair"))
    st.latex(LOSS)
    st.latex(WEIGHTS)
    if m < 0:
        st.markdown(t("circle.corner", m=_number(m)))
        return
    st.markdown(t("circle.arc", m=_number(m), radius=f"{math.sqrt(2) * m:.3f}"))
    st.latex(rf"s_n^2+(s_p-1)^2=2m^2={2 * m * m:.4g}")
    st.markdown(t("circle.tangent", margin=_number(1 - 2 * m)))
    if values["losses"] == "all":
        st.markdown(t("circle.unified", m=_number(m)))


def _of_run(values: Mapping[str, Knob], t: Translator) -> None:
    st.markdown(t(f"circle.run_{compares(str(values['run']))}"))
    st.markdown(t("circle.run_similarity"))
    st.markdown(t("circle.run_crossed"))


def _number(value: float) -> str:
    return f"{value:.4g}".replace("-", "−")
