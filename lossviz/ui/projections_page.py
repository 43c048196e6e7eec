"""The page of projections: settings enter; what is known of them is drawn, and what is not can be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import streamlit as st

from lossviz import catalog, limits, own
from lossviz.own import example
from lossviz.params import Refusal, shown
from lossviz.recipe import Knob
from lossviz.runs.studies import Question
from lossviz.text import Translator
from lossviz.ui import address, study
from lossviz.ui.boards.projections import BOARD, SPACE
from lossviz.ui.bringing import SHEET
from lossviz.ui.desk import PLACE, who
from lossviz.ui.escape import md
from lossviz.ui.language import IN_LINK
from lossviz.ui.layout import Finding
from lossviz.ui.places import TRAIN
from lossviz.ui.projections import Space, answers, handed, is_run, material, opening, space_of
from lossviz.ui.study import Arrays

WANTED, LAST, UPLOADED, FILES, REFUSED = (
    f"projections.{name}" for name in ("wanted", "last", "uploaded", "files", "refused")
)
SOONEST = ("pca", "umap", "tsne")
"""One after the other: who is done soonest comes first."""

TRAINED = {"loss": "arcface", "dim": "16"}


@dataclass(frozen=True, kw_only=True)
class View:
    """What the page is about (`space`, with `points` where they are known and the `questions` about them), and what it
    shows: that, or the recorded space. known: the questions with an answer, by method. findings: what is to be said."""

    space: Space
    values: Mapping[str, Knob]
    points: Arrays | None
    questions: Mapping[str, Question]
    shown: Space
    drawn: Arrays
    known: Mapping[str, Question]
    findings: list[Finding] = field(default_factory=list)

    @property
    def missing(self) -> dict[str, Question]:
        """The questions that have no answer yet."""
        done = answers(self.questions)
        return {method: question for method, question in self.questions.items() if method not in done}


def sources(t: Translator) -> dict[str, str]:
    """Titles by id of the spaces that this visit has trained or brought, or has a link to."""
    desk, link = st.session_state.get(PLACE), st.query_params.get("source", "")
    runs = [
        key for key in (getattr(desk, "started", None), getattr(desk, "watching", None), link) if key and is_run(key)
    ]
    brought = [id for id in (*st.session_state.get(UPLOADED, ()), link) if own.is_own(id)]
    found = {id: space_of(id, t) for id in dict.fromkeys((*runs, *brought))}
    return {id: space.title for id, space in found.items() if space and not (space.run and space.run.live)}


def view(values: Mapping[str, Knob], t: Translator) -> View:
    """What the settings show. Nothing is begun."""
    asked, findings = space_of(str(values["source"]), t), []
    if asked is None:
        findings.append(Finding("info", md(t("projections.gone", id=shown(str(values["source"]))))))
    space = asked or opening(t)
    settings = values if asked else BOARD.defaults
    points, questions = space.found(settings), space.projections(settings)
    known = _known(space, settings, questions) if points is not None else {}
    here: dict[str, Any] = {"space": space, "values": settings, "points": points, "questions": questions}
    if points is not None and known:
        return View(**here, shown=space, drawn=points, known=known, findings=findings)
    recorded = opening(t)
    drawn = recorded.found(BOARD.defaults)
    if drawn is None:
        raise LookupError("no recordings: make record")
    findings.append(Finding("info", t("projections.other")))
    usual = recorded.projections(BOARD.defaults)
    return View(**here, shown=recorded, drawn=drawn, known=usual, findings=findings)


def _known(space: Space, values: Mapping[str, Knob], questions: Mapping[str, Question]) -> dict[str, Question]:
    """The questions that are answered; in the place of others the last ones about the same points in this visit."""
    same = (space.id, values["digits"], values["points"])
    before, last = st.session_state.get(LAST, (None, {}))
    found = {**(last if before == same else {}), **{method: questions[method] for method in answers(questions)}}
    st.session_state[LAST] = (same, found)
    return {method: question for method, question in found.items() if method in questions}


def given(now: View, t: Translator) -> dict[str, Any]:
    """What the browser draws."""
    return handed(now.shown, now.drawn, now.known, t)


def sentence(now: View, t: Translator) -> str:
    """What to look at, true of what is shown."""
    if now.shown.dim <= SPACE:
        return t("projections.look_as_is", dim=now.shown.dim)
    ring = str(now.values["ring"])
    return t("projections.look" if ring in now.known else "projections.look_plain")


def ask(now: View, t: Translator) -> None:
    """The button that has the pictures worked out, and how far they are."""
    missing = now.missing
    with st.container(key="projections_asked"):
        if not missing:
            return
        if now.points is None and now.space.unknown:
            _without_weights(now.space, t)
            return
        signature = [question.digest for question in now.questions.values()]
        if st.session_state.get(WANTED) != signature:
            names = ", ".join(t(f"projections.pic.{method}") for method in missing)
            st.caption(t("projections.asked", methods=names))
            st.button(t("projections.work"), type="primary", icon=":material/play_arrow:", key="projections_work",
                      on_click=_want, args=(signature,))  # fmt: skip
            return
        points, first = now.points, now.space.points(now.values)
        if points is None and first is not None:
            points = study.answered(first, t, key="projections_points", material=now.space.weights())
        if points is None:
            return
        for method in sorted(missing, key=SOONEST.index):
            question = missing[method]
            st.markdown(f"**{t(f'projections.pic.{method}')}**")
            study.answered(question, t, key=f"projections_{method}", material=lambda: material(points))


def _without_weights(space: Space, t: Translator) -> None:
    """Says that other points of this run need it trained once more, and leads there."""
    assert space.run is not None
    st.caption(t("projections.no_weights", button=t("steps.same_start")))
    st.page_link(TRAIN, label=t("projections.train_this"), icon=":material/replay:",
                 query_params={**catalog.written(space.run.recipe), IN_LINK: t.language})  # fmt: skip


def _want(signature: list[str]) -> None:
    st.session_state[WANTED] = signature


def notes(now: View, t: Translator) -> list[str]:
    """What the points are, and how they were compared."""
    n, total = len(now.drawn["labels"]), int(now.drawn["all"])
    said = []
    if now.shown.run is not None:
        said.append(t(f"projections.digits_{next(iter(now.known.values())).given['digits']}", n=n))
    if n < total:
        said.append(t("projections.sampled", n=f"{n:,}", all=f"{total:,}"))
    metrics = {str(arrays["metric"]) for arrays in answers(now.known).values()}
    said += [t(f"projections.metric_{metric}") for metric in sorted(metrics)]
    if now.shown.dim > SPACE:
        said.append(t("projections.start"))
    here = np.bincount(now.drawn["labels"], minlength=len(now.shown.classes))
    empty = [md(t.name(name)) for name, count in zip(now.shown.classes, here, strict=False) if not count]
    if empty:
        said.append(t("projections.absent", names=", ".join(empty)))
    return said


def panel(now: View, t: Translator) -> None:
    """What stands under the knobs."""
    ask(now, t)
    st.divider()
    with st.container(key="note"):
        st.markdown(" ".join(notes(now, t)))
    st.page_link(TRAIN, label=t("projections.train"), icon=":material/model_training:",
                 query_params={**TRAINED, IN_LINK: t.language})  # fmt: skip
    upload(t)


def upload(t: Translator) -> None:
    """The folded uploader of embeddings."""
    with st.expander(t("projections.upload"), key="projections_box"):
        st.markdown(t("projections.upload_help", limit=limits.LARGEST_UPLOAD // limits.MB))
        with st.container(key="own-files"):
            st.file_uploader(t("own.choose"), accept_multiple_files=True, key=FILES, on_change=_brought,
                             label_visibility="collapsed")  # fmt: skip
        st.html(f"<style>{SHEET % t('own.browse')}</style>")
        refusal: Refusal | None = st.session_state.get(REFUSED)
        if refusal is not None:
            st.error(md(t(refusal.code, **refusal.fields)), icon=":material/error:")
        st.download_button(t("own.example_points"), example.points(), "clouds.csv", type="tertiary", on_click="ignore",
                           icon=":material/download:", key="projections_example")  # fmt: skip
        st.caption(t("own.private"))


def _brought() -> None:
    """Files were chosen or taken away."""
    st.session_state[REFUSED] = None
    files = st.session_state[FILES]
    if not files:
        return
    try:
        if len(files) > limits.UPLOADS_PER_PAGE:
            raise Refusal("own.files", n=len(files))
        brought = own.read([(file.name, file.getvalue()) for file in files])
        if isinstance(brought, own.Images):
            raise Refusal("projections.images", file=brought.file)
        id = own.keep_features(brought, who())
    except Refusal as refusal:
        st.session_state[REFUSED] = refusal
        return
    st.session_state[UPLOADED] = tuple(dict.fromkeys((*st.session_state.get(UPLOADED, ()), id)))
    points = min(limits.MOST_POINTS, max(int(BOARD.defaults["points"]), len(brought.labels)))
    address.put({**address.settings_in_bar(), "source": id, "points": str(points)})
