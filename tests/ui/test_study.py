"""A question on a page: asked at once or by a button, and why it could not be asked is said."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from lossviz.params import Refusal
from lossviz.runs import hub
from lossviz.runs.studies import Answer, Question
from lossviz.text import translator
from lossviz.ui import study
from lossviz.ui.escape import md

T = translator("en")


def page(wait: bool) -> None:
    from lossviz.runs.studies import Question
    from lossviz.text import translator
    from lossviz.ui import study

    study.answered(Question(kind="classic", given={"n": 1}), translator("en"), key="q", wait=wait)


class Studies:
    """Stands for the hub's: nothing is known, and whoever asks is refused or heard."""

    def __init__(self, refusal: Refusal | None) -> None:
        self.refusal, self.asked = refusal, 0

    def of(self, question: Question) -> Answer:
        return Answer(stage="working", phase="studies.waits") if self.asked else Answer()

    def ask(self, question: Question, visitor: str, material: Any) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.asked += 1


@pytest.fixture
def studies(monkeypatch: pytest.MonkeyPatch) -> Studies:
    made = Studies(None)
    monkeypatch.setattr(hub(), "studies", made)
    monkeypatch.setattr(hub(), "start", lambda: None)
    monkeypatch.setattr(study, "who", lambda: "a" * 32)
    return made


def test_it_is_asked_at_once_and_says_how_far_it_is(studies: Studies) -> None:
    at = AppTest.from_function(page, args=(False,)).run()
    assert studies.asked == 1
    assert at.caption[0].value == T("studies.waits")


def test_with_a_button_nothing_is_asked_before_it(studies: Studies) -> None:
    at = AppTest.from_function(page, args=(True,)).run()
    assert studies.asked == 0
    at.button(key="q_ask").click().run()
    assert studies.asked == 1


def test_a_press_that_is_refused_says_why(studies: Studies) -> None:
    studies.refusal = Refusal("studies.too_many", n=3)
    at = AppTest.from_function(page, args=(True,)).run()
    at.button(key="q_ask").click().run()
    assert md(T("studies.too_many", n=3)) in [line.value for line in at.markdown]
    assert at.button(key="q_ask").label == T("control.retry")
