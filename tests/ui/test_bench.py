"""The bench starts what is missing, keeps a running picture, and leaves what it stops."""

from __future__ import annotations

import pytest

from lossviz import catalog
from lossviz.recipe import Recipe
from lossviz.runs.run import Run
from lossviz.ui import comparing
from lossviz.ui.comparing import Bench

ANN = "a" * 32


class Hub:
    """Runs by key; `others` says whether somebody else watches."""

    def __init__(self) -> None:
        self.runs: dict[str, Run] = {}
        self.stopped: list[str] = []
        self.others = False

    def run(self, key: str) -> Run | None:
        return self.runs.get(key)

    def submit(self, recipe: Recipe, visitor: str) -> Run:
        return self.runs.setdefault(recipe.key, Run(recipe, owner=visitor))

    def stop(self, key: str, visitor: str) -> bool:
        self.stopped.append(key)
        if not self.others:
            self.runs[key].state = "stopped"
        return not self.others


def recorded(loss: str, dim: int) -> Run:
    run = Run(catalog.resolve(loss=loss, dim=dim))
    run.state = "finished"
    return run


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    made = Hub()
    monkeypatch.setattr(comparing, "hub", lambda: made)
    monkeypatch.setattr(comparing, "who", lambda: ANN)
    monkeypatch.setattr(comparing, "recording", recorded)
    return made


def keys(bench: Bench) -> list[str]:
    return [seen.run.key for seen in bench.seen()]


def test_training_starts_every_panel_and_shows_it(hub: Hub) -> None:
    bench = Bench()
    bench.change(seed=5)
    bench.train()
    assert keys(bench) == [recipe.key for recipe in bench.comparison.recipes] == list(hub.runs)


def test_a_running_picture_stays_while_its_settings_change(hub: Hub) -> None:
    bench = Bench()
    bench.change(seed=5)
    bench.train()
    before = keys(bench)
    bench.turn(3, m=0.5)
    assert keys(bench) == before
    assert [seen.same for seen in bench.seen()] == [True, True, True, False]


def test_training_again_leaves_the_runs_of_other_settings(hub: Hub) -> None:
    bench = Bench()
    bench.change(seed=5)
    bench.train()
    before = keys(bench)
    bench.turn(3, m=0.5)
    bench.train()
    assert hub.stopped == [before[3]]
    assert keys(bench)[:3] == before[:3]


def test_runs_that_others_watch_go_on_without_this_visitor(hub: Hub) -> None:
    bench, hub.others = Bench(), True
    bench.change(seed=5)
    bench.train()
    bench.stop()
    assert bench.live() == []
    assert all(run.live for run in hub.runs.values())


def test_a_panel_that_is_removed_takes_its_run_out_of_the_row(hub: Hub) -> None:
    bench = Bench()
    bench.change(seed=5)
    bench.train()
    before = keys(bench)
    bench.drop(0)
    assert keys(bench) == before[1:]
