"""The command line: what it prints, what it writes, and one sentence for whatever it refuses."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lossviz import catalog
from lossviz.cli import main, record
from lossviz.frame import Tape
from lossviz.recipe import Recipe

QUICK = ["--epochs", "1", "--batch_size", "1024"]
LONG = "9" * 9000
COMMAND = [sys.executable, "-m", "lossviz", "train"]


def test_the_last_line_is_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--loss", "cosface", "--set", "m=0.1", "--seed", "3", *QUICK, "--json"]) == 0
    said = capsys.readouterr()
    result = json.loads(said.out.splitlines()[-1])
    assert Recipe.from_json(result["recipe"]) == catalog.resolve(
        loss="cosface", m=0.1, seed=3, epochs=1, batch_size=1024
    )
    names = "class_vector_accuracy nearest_mean_accuracy knn_accuracy recall_at_1 loss"
    assert set(names.split()) <= set(result["readings"])
    assert 0 < result["readings"]["knn_accuracy"] <= 1
    assert result["seconds"] > 0
    assert result["cpu_seconds"] > 0
    assert said.err == ""


def test_without_json_each_reading_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "knn_accuracy" in [line.split()[0] for line in lines]


def test_every_field_of_a_recipe_can_be_set(capsys: pytest.CaptureFixture[str]) -> None:
    values = {"dim": 3, "optimiser": "sgd", "lr": 0.02, "weight_decay": 0.001, "sampler": "balanced", "p_classes": 5,
              "k_samples": 60, "roll": 0, "epochs": 1, "seed": 7, "data": "mnist5k", "embedder": "patch2",
              "device": "cpu", "bias": False, "last_relu": True}  # fmt: skip
    options = [part for name, value in values.items() for part in (f"--{name}", str(value))]
    assert main(["train", "--loss", "contrastive", *options, "--json"]) == 0
    recipe = json.loads(capsys.readouterr().out)["recipe"]
    assert {name: recipe[name] for name in values} == values


def test_a_tape_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run.tape"
    out.write_text("an older tape")
    assert main(["train", *QUICK, "--out", str(out)]) == 0
    tape = Tape.from_bytes(out.read_bytes())
    assert tape.ending is not None
    assert (tape.ending["state"], len(tape.packed)) == ("finished", tape.header["frames"])
    assert list(tmp_path.iterdir()) == [out]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_a_progress_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert main(["train", *QUICK]) == 0
    assert "kNN" in sys.stderr.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--loss", "nope"], "Recipe loss must be one of "),
        (["--loss", LONG], "Recipe loss must be one of "),
        (["--set", "m=3"], "ArcFace margin must lie in 0 … 1.57\u00a0rad, got 3"),
        (["--set", "m=nan"], "ArcFace margin must be a finite number, got nan"),
        (["--set", "m=wide"], "ArcFace margin must be a number, got wide"),
        (["--set", f"m={LONG}"], "ArcFace margin must be a number, got 9999"),
        (["--set", "width=1"], "ArcFace has no setting “width”"),
        (["--seed", "2", "--set", "seed=1"], "Command line seed is given twice, 2 and 1: give it once"),
        (["--set", "m"], "Command line set must be written as name=value, got m"),
        (["--set", "=1"], "Command line set must be written as name=value, got =1"),
        (["--lr", "0"], "Recipe learning rate must be greater than 0, got 0"),
        (["--epochs", "1.5"], "Recipe epochs must be a whole number, got 1.5"),
        (["--seed", "-1"], "Recipe seed must lie in 0 … 2147483647, got -1"),
        (["--seed", LONG], "Recipe seed must be a whole number, got 9999"),
        (["--batch_size", "100000"], "Recipe batch size must lie in 2 … 2048, got 100000"),
        (
            ["--data", "a\nb"],
            "Recipe data must be one of mnist5k, mnist5k8, digits8, fashion_mnist, kmnist, mnist, got a b",
        ),
        (["--device", "abacus"], "Recipe device must be one of cpu, cuda, mps, got abacus"),
        (["--colour", "red"], "python -m lossviz: unrecognized arguments: --colour red"),
        (["--lr"], "python -m lossviz train: argument --lr: expected one argument"),
        (["--out", "/nowhere/run.tape"], "Command line out must be a file that can be written, got /nowhere/run.tape"),
        (["--out", "/"], "Command line out must be a file that can be written, got /"),
        (["--out", os.devnull], "Command line out must be a file that can be written, got /dev/null"),
        (["--out", LONG], "Command line out must be a file that can be written, got 9999"),
    ],
)
def test_bad_input_gets_one_sentence(options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["train", *QUICK, *options])
    except SystemExit as left:  # argparse leaves by itself
        status = left.code
    said = capsys.readouterr()
    assert status == 2
    assert said.out == ""
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1
    assert len(said.err) < 500


def test_a_run_that_fails_says_why(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lossviz.engine.trainer.Trainer.update", _ruin)
    assert main(["train", *QUICK, "--json"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        "Stopped at step 1: embedding is not finite (batch 2). Likely cause: learning rate 0.01 is too high.\n"
    )


def _ruin(trainer) -> None:  # type: ignore[no-untyped-def]
    for weights in trainer.parameters:
        weights.data.fill_(float("nan"))
    trainer.step += 1


def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    command = [*COMMAND, "--epochs", "200", "--out", str(tmp_path / "run.tape")]
    # a shell that runs the tests in the background has told its children to ignore Ctrl-C
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    signal.signal(signal.SIGINT, before)
    deadline = time.monotonic() + 60
    while not any(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, "", "")
    assert list(tmp_path.iterdir()) == []


def test_an_option_may_be_written_with_hyphens(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", *QUICK, "--batch-size", "512", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["recipe"]["batch_size"] == 512


def test_edits_are_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--edits", "1:lr:0.001", *QUICK, "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["recipe"]["edits"] == [[1, "lr", 0.001]]


def test_a_set_that_needs_no_download_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["data", "fetch", "digits8"]) == 0
    assert "needs no download" in capsys.readouterr().out


def test_help_does_not_load_torch() -> None:
    code = "import sys; from lossviz.cli import main\ntry: main(['train', '--help'])\nexcept SystemExit: pass\n"
    done = subprocess.run(
        [sys.executable, "-c", code + "assert 'torch' not in sys.modules"], capture_output=True, text=True, check=True
    )
    assert all(f"--{name} " in done.stdout for name in catalog.fields())


def test_recording_keeps_what_it_made_and_removes_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = {"arcface": catalog.resolve(loss="arcface", epochs=1, batch_size=2048)}
    monkeypatch.setattr(catalog, "losses", lambda: {"arcface": _ENTRIES["arcface"]})
    monkeypatch.setattr(catalog, "resolve", lambda loss, dim=2: quick[loss].but(dim=dim))
    (tmp_path / ("0" * 32 + ".tape")).write_bytes(b"stale")
    monkeypatch.setattr(record, "studied", lambda: ())
    assert main(["record", "--to", str(tmp_path)]) == 0
    (pack,) = tmp_path.glob("*.pack.gz")
    key = quick["arcface"].key
    sphere = quick["arcface"].but(dim=3).key
    assert {p.name for p in tmp_path.iterdir()} == {"index.json", pack.name, f"{key}.tape", f"{sphere}.tape"}
    assert json.loads((tmp_path / "index.json").read_text()) == {"arcface": key, "arcface-3": sphere}
    assert Tape.from_bytes((tmp_path / f"{key}.tape").read_bytes()).header["pack"] == pack.name.split(".")[0]


_ENTRIES = catalog.losses()
