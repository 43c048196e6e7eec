"""Data sets at the command line: fetched when asked for, with a bar on a terminal; one sentence when they cannot be."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mirrors import RESOURCES, ZIPPED, mirror
from test_cli import QUICK, Terminal

from lossviz.cli import main
from lossviz.datasets import load
from lossviz.datasets.idx import published


@pytest.fixture(autouse=True)
def raw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The empty folder of KMNIST, of which no mirror answers."""
    monkeypatch.setenv("LOSSVIZ_DATA", str(tmp_path))
    monkeypatch.setattr(published("kmnist"), "resources", RESOURCES)
    monkeypatch.setattr(published("kmnist"), "mirrors", ["http://127.0.0.1:9/"])
    monkeypatch.setattr("lossviz.datasets.download.PAUSE", 0.0)
    yield tmp_path / "KMNIST" / "raw"
    load.cache_clear()


@pytest.mark.parametrize("command", [["train", *QUICK, "--data", "kmnist"], ["data", "fetch", "kmnist"]])
def test_without_a_network_it_says_one_sentence_and_ends_with_2(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("KMNIST could not be downloaded: no server answered")
    assert said.err.count("\n") == 1


def test_training_fetches_the_set_first(
    raw: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with mirror() as good:
        monkeypatch.setattr(published("kmnist"), "mirrors", [good.url])
        assert main(["train", *QUICK, "--data", "kmnist", "--batch_size", "20"]) == 0
    assert {file.name for file in raw.iterdir()} == set(ZIPPED)
    assert "knn_accuracy" in capsys.readouterr().out


def test_a_terminal_sees_the_bytes_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    with mirror() as good:
        monkeypatch.setattr(published("kmnist"), "mirrors", [good.url])
        assert main(["data", "fetch", "kmnist"]) == 0
    assert "KMNIST" in sys.stderr.getvalue()  # type: ignore[attr-defined]


def test_a_set_of_the_app_needs_no_network() -> None:
    assert main(["data", "fetch", "digits8"]) == 0


def test_nothing_is_left_of_a_run_on_damaged_files(raw: Path, tmp_path: Path) -> None:
    raw.mkdir(parents=True)
    for name, content in ZIPPED.items():
        (raw / name).write_bytes(content[:-20])
    assert main(["train", "--data", "kmnist", "--out", str(tmp_path / "run.tape")]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["KMNIST"]


def test_an_unknown_set_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "fetch", "cifar"]) == 2
    assert capsys.readouterr().err.startswith("Command line data must be one of mnist5k, mnist5k8, digits8")
