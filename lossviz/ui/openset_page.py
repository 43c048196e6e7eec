"""The page on classes left out, piece by piece: runs and settings enter; what each place of the page says leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from lossviz import catalog
from lossviz.catalog.openset import KIND, LEFT_OUT, asked
from lossviz.params import Refusal
from lossviz.recipe import Knob, Recipe
from lossviz.runs import Run, hub
from lossviz.runs.studies import Question
from lossviz.text import Translator
from lossviz.ui import address, board, compare, downloading, openset, rows, study
from lossviz.ui.board import Board
from lossviz.ui.boards import openset as settings
from lossviz.ui.boards.several import Several, chosen
from lossviz.ui.comparing import Seen
from lossviz.ui.escape import md
from lossviz.ui.layout import Finding
from lossviz.ui.rows import Row
from lossviz.ui.study import Arrays

REFUSED = "openset.refused"
MUSGRAVE = ("Musgrave et al. 2020, A metric learning reality check", "https://arxiv.org/abs/2003.08505")


@dataclass(frozen=True)
class Wanted:
    """A recipe on the strangers' data set, as the line about its download wants it."""

    recipe: Recipe


@dataclass(frozen=True)
class Measured:
    """A run in the picture, its title, and the answer about it once there is one. `same`: as the settings say."""

    title: str
    run: Run
    found: Arrays | None
    same: bool


def measured(seen: Sequence[Seen], values: Mapping[str, Knob], t: Translator) -> list[Measured]:
    """What is known of every run in the picture."""
    titles = compare.titles([one.run.recipe for one in seen], t)
    return [
        Measured(title, one.run, _answer(one.run, values), one.same) for title, one in zip(titles, seen, strict=True)
    ]


def _answer(run: Run, values: Mapping[str, Knob]) -> Arrays | None:
    found = hub().studies.of(_question(run, values))
    return found.arrays if found.stage == "done" else None


def _question(run: Run, values: Mapping[str, Knob]) -> Question:
    return study.about(run.recipe, KIND, **asked(str(values["strangers"])))


def sentence(values: Mapping[str, Knob], t: Translator) -> str:
    """What to look at; true of the pairs that are compared."""
    strangers, pairs = str(values["strangers"]), str(values["pairs"])
    if pairs == "unseen" and strangers != LEFT_OUT:
        return t("openset.look_foreign", dataset=catalog.dataset(strangers).name)
    return t(f"openset.look_{pairs}")


def ask(runs: Sequence[Measured], values: Mapping[str, Knob], t: Translator) -> None:
    """Has the runs measured that are finished, one after the other, and says how far that is."""
    if values["strangers"] != LEFT_OUT and _offered(runs[0].run, values, t):
        return
    waiting = [one for one in runs if one.found is None]
    ready = [one for one in waiting if one.run.state == "finished" and hub().looks.keyframes.final(one.run)]
    for one in ready[:1]:
        st.caption(md(t("openset.of", loss=one.title)))
        question = _question(one.run, values)
        if study.answered(question, t, key="openset_answer", material=study.weights_of(one.run)) is not None:
            st.rerun()
    if waiting and not ready:
        over = all(one.run.state == "finished" and one.same for one in waiting)
        st.caption(t(f"openset.{'again' if over else 'after'}", losses=", ".join(md(one.title) for one in waiting)))


def _offered(run: Run, values: Mapping[str, Knob], t: Translator) -> bool:
    """Offers the strangers' data set where it is not here, and says how far its download is."""
    data = str(values["strangers"])
    wanted = run.recipe.but(data=data)
    if not downloading.lacking(wanted):
        return False
    if hub().downloads.of(data).stage != "absent":
        downloading.draw(Wanted(wanted), t)  # type: ignore[arg-type]
        return True
    for trouble in downloading.trouble(wanted, t):
        st.markdown(trouble.text)
    st.markdown(t("openset.absent", dataset=catalog.dataset(data).name))
    downloading.offer(data, t)
    return True


def given(runs: Sequence[Measured], values: Mapping[str, Knob]) -> dict[str, Any]:
    """What the board draws."""
    known = [(one, one.found) for one in runs if one.found is not None]
    at = next((n for n, (one, _) in enumerate(known) if one.run.recipe.loss == values["loss"]), 0)
    drawn = [openset.handed(one.title, found) for one, found in known]
    shown = {"examples": openset.examples(known[at][1], str(values["pairs"]))} if known else {}
    return {"losses": drawn, "at": at, **shown}


# the panel


def made() -> Board:
    """The board for the losses that the link compares."""
    values, _ = board.read(settings.BOARD, {n: v for n, v in address.settings_in_bar().items() if n == "losses"})
    return settings.with_losses(values["losses"])


def choose(made: Board, t: Translator) -> None:
    """The digits to leave out and the losses to compare."""
    values, _ = board.read(made, address.settings_in_bar())
    digits, losses = settings.LEFT_OUT, settings.COMPARED
    for param in (digits, losses):
        st.session_state[_key(param)] = chosen(values[param.name])
    names = catalog.losses()
    st.pills(t.name(digits.label), digits.words, selection_mode="multi", key=_key(digits), on_change=_take,
             args=(digits, values))  # fmt: skip
    st.multiselect(t.name(losses.label), losses.words, max_selections=losses.most, key=_key(losses), on_change=_take,
                   args=(losses, values), format_func=lambda loss: t.name(names[loss].name))  # fmt: skip


def _key(param: Several) -> str:
    return f"openset_{param.name}"


def _take(param: Several, values: Mapping[str, Knob]) -> None:
    """Too few or too many leave what was there."""
    try:
        written = param.written(st.session_state[_key(param)], settings.BOARD.owner)
    except Refusal as refusal:
        st.session_state[REFUSED] = refusal
        return
    _put({**values, param.name: written})


def refused(t: Translator) -> list[Finding]:
    """What a person chose and may not, told once."""
    found: Refusal | None = st.session_state.pop(REFUSED, None)
    return [] if found is None else [Finding("info", md(t(found.code, **found.fields)))]


def panel(here: Row, runs: Sequence[Measured], values: Mapping[str, Knob], t: Translator) -> None:
    """The button to train, files to take away, and what the numbers mean."""
    rows.buttons(
        here, lambda seed: settings.comparison(values, seed=seed), lambda seed: _put({**values, "seed": seed}), t
    )
    _files(runs, values, t)
    st.divider()
    with st.container(key="note"):
        for line in ("rule", "rates", "intervals", "identified"):
            st.markdown(t(f"openset.{line}"))
        st.markdown(f"[{MUSGRAVE[0]}]({MUSGRAVE[1]})")


def _files(runs: Sequence[Measured], values: Mapping[str, Knob], t: Translator) -> None:
    known = {one.title: one.found for one in runs if one.found is not None}
    if not known:
        return
    one = next((one for one in runs if one.found is not None and one.run.recipe.loss == values["loss"]), None)
    group = str(values["pairs"])
    with st.container(key="openset_files", horizontal=True, gap="small"):
        st.download_button(t("control.download_csv"), lambda: openset.numbers_csv(known), "lossviz-openset-numbers.csv",
                           "text/csv", key="openset_numbers", on_click="ignore")  # fmt: skip
        if one is not None and one.found is not None:
            found = one.found
            st.download_button(t("openset.scores"), lambda: openset.scores_csv(found, group),
                               f"lossviz-openset-{values['loss']}-{group}.csv", "text/csv", key="openset_scores",
                               on_click="ignore", help=t("openset.scores_help"))  # fmt: skip


def _put(values: Mapping[str, Knob]) -> None:
    made = settings.with_losses(values["losses"])
    loss = next(param for param in made.params if param.name == "loss")
    kept = values if values["loss"] in chosen(values["losses"]) else {**values, "loss": loss.default}
    address.put(board.written(made, kept))
