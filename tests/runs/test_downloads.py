"""Who asks for a data set, who leaves, and what workers tell: one download, and never an old one's word."""

from __future__ import annotations

import threading

import pytest
from fakes import ANN, BOB, Clock, FakeExecutor

from lossviz.runs.downloads import LOOK_AGAIN, Downloads

LOST = ("refuse.data_lost", {"dataset": "KMNIST"})


@pytest.fixture
def downloads(executor: FakeExecutor, clock: Clock) -> Downloads:
    return Downloads(executor, clock=clock)


def test_a_set_of_the_app_is_here_without_a_look(downloads: Downloads, executor: FakeExecutor) -> None:
    assert downloads.of("mnist5k").stage == downloads.of("digits8").stage == "here"
    assert executor.asked == []


def test_nothing_is_fetched_before_somebody_asks(downloads: Downloads, executor: FakeExecutor) -> None:
    assert downloads.of("kmnist").stage == "unknown"
    downloads.found({"mnist"})
    assert (downloads.of("kmnist").stage, downloads.of("mnist").stage) == ("absent", "here")
    assert executor.asked == [("look",)]


def test_workers_look_again_for_what_was_not_there(downloads: Downloads, executor: FakeExecutor, clock: Clock) -> None:
    downloads.of("kmnist")
    downloads.found(set())
    downloads.of("kmnist")
    clock.now += LOOK_AGAIN
    downloads.of("kmnist")
    assert executor.asked == [("look",), ("look",)]


def test_what_was_put_there_by_hand_is_seen_by_the_patient(
    downloads: Downloads, executor: FakeExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    downloads.found(set())
    said = threading.Timer(0.02, downloads.found, [{"kmnist"}])
    monkeypatch.setattr(executor, "look", said.start)
    assert downloads.of("kmnist", patience=5.0).stage == "here"


def test_two_who_ask_share_one_download(downloads: Downloads, executor: FakeExecutor) -> None:
    downloads.ask("kmnist", ANN)
    downloads.progress("kmnist", 1, 500)
    downloads.ask("kmnist", BOB)
    assert executor.asked == [("fetch", "kmnist", 1)]
    assert (downloads.of("kmnist").done, downloads.of("kmnist").waiting) == (500, {ANN, BOB})


def test_it_goes_on_until_the_last_has_left(downloads: Downloads, executor: FakeExecutor) -> None:
    downloads.ask("kmnist", ANN)
    downloads.ask("kmnist", BOB)
    downloads.leave("kmnist", ANN)
    assert downloads.of("kmnist").stage == "fetching"
    downloads.leave("kmnist", BOB)
    assert downloads.of("kmnist").stage == "absent"
    assert ("give_up", "kmnist", 1) in executor.asked


def test_a_stranger_ends_nothing(downloads: Downloads) -> None:
    downloads.ask("kmnist", ANN)
    downloads.leave("kmnist", BOB)
    assert downloads.of("kmnist").stage == "fetching"


def test_the_word_of_a_given_up_download_is_not_heard(downloads: Downloads) -> None:
    downloads.ask("kmnist", ANN)
    downloads.leave("kmnist", ANN)
    downloads.ask("kmnist", ANN)
    downloads.progress("kmnist", 1, 999)
    downloads.ended("kmnist", 1, LOST)
    assert (downloads.of("kmnist").stage, downloads.of("kmnist").done) == ("fetching", 0)


def test_a_failure_is_told_until_somebody_asks_again(downloads: Downloads) -> None:
    downloads.ask("kmnist", ANN)
    downloads.ended("kmnist", 1, LOST)
    downloads.found(set())
    assert (downloads.of("kmnist").stage, downloads.of("kmnist").error) == ("absent", LOST)
    downloads.ask("kmnist", ANN)
    assert downloads.of("kmnist").error is None


def test_a_look_does_not_disturb_a_download(downloads: Downloads) -> None:
    downloads.ask("kmnist", ANN)
    downloads.found(set())
    assert downloads.of("kmnist").stage == "fetching"
    downloads.ended("kmnist", 1, None)
    assert downloads.of("kmnist").stage == "here"
