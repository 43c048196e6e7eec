"""A question in a real worker: it is answered in a process of its own, says how far it is, and can be dropped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import carried
import numpy as np
import pytest
from fakes import ANN, until

from lossviz.runs import Hub, Store, scholar
from lossviz.runs.cluster import Cluster
from lossviz.runs.studies import Question


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    """One worker whose questions go to `carried`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(carried.__file__).parent))
        patch.setattr(scholar, "ENGINE", "carried:answered")
        made = Hub(Store(tmp_path_factory.mktemp("home")), lambda hub: Cluster(hub, 1, "sources:scripted"))
        made.start()
        until(lambda: made.health()["workers"] == 1, seconds=60)
        yield made
        made.close()


def test_the_answer_comes_back_with_what_was_said_on_the_way(hub: Hub) -> None:
    question = Question(kind="twice", given={"wait": 0.5})
    hub.studies.ask(question, ANN, lambda: {"numbers": np.arange(3)})
    until(lambda: hub.studies.of(question).phase == "carried.half", seconds=60)
    until(lambda: hub.studies.of(question).stage == "done", seconds=30)
    assert hub.studies.of(question).arrays["twice"].tolist() == [0, 2, 4]


def test_what_is_dropped_dies_and_the_next_question_is_answered(hub: Hub) -> None:
    endless, short = (Question(kind="twice", given={"wait": wait}) for wait in (600, 0))
    hub.studies.ask(endless, ANN, lambda: {"numbers": np.arange(3)})
    until(lambda: hub.studies.of(endless).phase == "carried.half", seconds=60)
    hub.studies.leave(endless, ANN)
    hub.studies.ask(short, ANN, lambda: {"numbers": np.arange(3)})
    until(lambda: hub.studies.of(short).stage == "done", seconds=60)


def test_a_question_that_cannot_be_answered_says_so(hub: Hub) -> None:
    question = Question(kind="refused", given={})
    hub.studies.ask(question, ANN)
    until(lambda: hub.studies.of(question).stage == "failed", seconds=60)
    assert hub.studies.of(question).error == ("refuse.empty_digit", {})
