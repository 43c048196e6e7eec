"""What stands under the knobs of the unified loss: settings enter; the losses it becomes and its formulas are drawn."""

from __future__ import annotations

import math
from collections.abc import Mapping

import streamlit as st

from lossviz import catalog
from lossviz.geometry.unified import hardest_violation, hinge_gap_bound, unified_loss
from lossviz.recipe import Knob
from lossviz.text import Translator
from lossviz.ui import address
from lossviz.ui.board import written
from lossviz.ui.boards.unified import BOARD, PRESETS, sets_of
from lossviz.ui.language import IN_LINK
from lossviz.ui.places import TRAIN


def presets(values: Mapping[str, Knob], t: Translator) -> None:
    """One button for each loss that the unified loss can become."""
    with st.container(key="published", horizontal=True, gap="small", vertical_alignment="center"):
        st.markdown(t("unified.becomes"))
        for name, preset in PRESETS.items():
            label = f"unified.as_{name}"
            st.button(t(label), type="tertiary", key=f"unified_{name}", help=t(f"{label}_help"),
                      on_click=_show, args=({**values, **preset},))  # fmt: skip


def _show(values: Mapping[str, Knob]) -> None:
    address.put(written(BOARD, values))


def note(values: Mapping[str, Knob], t: Translator) -> None:
    """The formula, the hinge and its bounds with the numbers of these settings, the paper, and where to train it."""
    entry = catalog.losses()["unified"]
    st.latex(entry.formula)
    for line in numbers(values):
        st.latex(line)
    with st.container(key="note"):
        st.markdown(t("unified.bounds"))
        st.markdown(f"[{entry.paper.title}]({entry.paper.url})")
    link = {"loss": "unified", IN_LINK: t.language}
    st.page_link(TRAIN, label=t("unified.train_it"), icon=":material/model_training:", query_params=link)


def numbers(values: Mapping[str, Knob]) -> list[str]:
    """M and the chain [M]₊ ≤ ℓ/γ ≤ [M]₊ + ln(1 + KL)/γ of these settings, as LaTeX."""
    sets, gamma, m = sets_of(values), float(values["gamma"]), float(values["m"])
    missed = hardest_violation(sets.sp, sets.sn, m)
    hinge, height = max(0.0, missed), unified_loss(sets.sp, sets.sn, gamma, m) / gamma
    bound = hinge_gap_bound(len(sets.sp), len(sets.sn), gamma)
    near = _subtracted(min(sets.sp))
    return [
        rf"\begin{{gathered}}M=\max_j s_n^j-\min_i s_p^i+m\\"
        rf"={max(sets.sn):.4g}-{near}+{m:.4g}={missed:.4g}\end{{gathered}}",
        rf"\underbrace{{{hinge:.4f}}}_{{[M]_+}}\le\underbrace{{{height:.4f}}}_{{\ell/\gamma}}"
        rf"\le\underbrace{{{hinge + bound:.4f}}}_{{[M]_++\ln(1+KL)/\gamma}}",
    ]


def _subtracted(value: float) -> str:
    return f"({value:.4g})" if value < 0 or math.copysign(1, value) < 0 else f"{value:.4g}"
