"""What the training page offers when a data set is not here, and what it says while and after it comes."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest
from test_pages import opened

from lossviz.runs import hub
from lossviz.runs.downloads import Downloads
from lossviz.text import LANGUAGES, translator
from lossviz.web.visitor import NOBODY

OTHER = "f" * 32


class Porter:
    """Writes down what it is asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def look(self) -> None:
        self.asked.append(("look",))

    def fetch(self, data: str, attempt: int) -> None:
        self.asked.append(("fetch", data))

    def give_up(self, data: str, attempt: int) -> None:
        self.asked.append(("give_up", data))


@pytest.fixture
def porter() -> Porter:
    return Porter()


@pytest.fixture(autouse=True)
def downloads(porter: Porter, monkeypatch: pytest.MonkeyPatch) -> Downloads:
    made = Downloads(porter)
    made.found(set())
    monkeypatch.setattr(hub(), "downloads", made)
    monkeypatch.setattr("lossviz.ui.downloading.who", lambda: NOBODY)
    return made


def button(at: AppTest, key: str) -> Any:
    return next((b for b in at.button if b.key == key), None)


def test_the_offer_says_the_size_and_takes_the_place_of_train() -> None:
    at = opened("train.py", data="kmnist")
    assert button(at, "download").label == "Download KMNIST (21 MB)"
    assert button(at, "train") is None
    assert any("KMNIST is not on this server yet" in m.value for m in at.markdown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_offer_is_made_in_every_language(language: str) -> None:
    at = opened("train.py", data="fashion_mnist", lang=language)
    words = translator(language)("data.download", dataset="Fashion-MNIST", megabytes=31)
    assert button(at, "download").label == words


def test_nothing_is_fetched_before_the_click(porter: Porter) -> None:
    at = opened("train.py", data="kmnist")
    assert set(porter.asked) <= {("look",)}
    button(at, "download").click().run()
    assert ("fetch", "kmnist") in porter.asked


def test_the_progress_is_told_and_cancel_ends_it(downloads: Downloads, porter: Porter) -> None:
    at = opened("train.py", data="kmnist")
    button(at, "download").click().run()
    downloads.progress("kmnist", 1, 4_200_000)
    at.run()
    assert at.get("progress")[0].proto.text == "Downloading KMNIST: 4.2 of 21 MB"
    assert at.get("progress")[0].proto.value == 20
    button(at, "cancel_download").click().run()
    assert ("give_up", "kmnist") in porter.asked
    assert button(at, "download") is not None


def test_who_has_not_asked_cannot_cancel(downloads: Downloads) -> None:
    downloads.ask("kmnist", OTHER)
    assert button(opened("train.py", data="kmnist"), "cancel_download") is None


def test_one_can_train_when_it_has_come(downloads: Downloads) -> None:
    downloads.ask("kmnist", NOBODY)
    at = opened("train.py", data="kmnist")
    downloads.ended("kmnist", 1, None)
    at.run()
    assert button(at, "train") is not None
    assert button(at, "download") is None


def test_a_failure_is_one_sentence_beside_the_built_in_digits(downloads: Downloads) -> None:
    downloads.ask("kmnist", NOBODY)
    downloads.ended("kmnist", 1, ("refuse.data_offline", {"dataset": "KMNIST"}))
    at = opened("train.py", data="kmnist")
    assert at.error[0].value.replace("\\", "").startswith("KMNIST could not be downloaded: no server answered")
    button(at, "built_in").click().run()
    assert button(at, "train") is not None
    assert at.selectbox(key="control.data").value == "mnist5k"


def test_digits_of_the_app_need_no_download(porter: Porter) -> None:
    assert button(opened("train.py", data="digits8"), "train") is not None
    assert porter.asked == []
