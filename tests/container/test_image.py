"""The image: what its Dockerfile promises, and that its own lines give a healthy app that cannot write its root."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rehearsal import ROOT, instructions

REHEARSAL = Path(__file__).with_name("rehearsal.py")


def said(word: str) -> list[str]:
    """What follows each of these instructions."""
    return [value for instruction, value in instructions() if instruction == word]


def overlays(folder: Path) -> bool:
    """Whether this user may mount an overlay in a namespace of its own."""
    for name in ("upper", "scratch", "root"):
        (folder / name).mkdir()
    options = "lowerdir=/,upperdir=upper,workdir=scratch"
    tried = ["unshare", "--mount", "--pid", "--fork", "mount", "-t", "overlay", "overlay", "-o", options, "root"]
    try:
        return os.geteuid() == 0 and not subprocess.run(tried, cwd=folder, capture_output=True, check=False).returncode
    except OSError:
        return False


@pytest.fixture(scope="module")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was found at the app that the Dockerfile starts."""
    if not overlays(tmp_path_factory.mktemp("overlay")):
        pytest.skip("needs Linux, root and overlay mounts")
    done = subprocess.run(
        [sys.executable, REHEARSAL, "--installed"], capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_hadolint_has_nothing_to_say() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([linter, "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)


def test_the_base_is_one_exact_slim_python() -> None:
    (base,) = said("FROM")
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-[a-z]+", base)


def test_the_last_user_is_not_root() -> None:
    assert said("USER")[-1] == "10001:10001"


def test_nothing_is_fetched_by_add() -> None:
    assert said("ADD") == []


def test_no_package_cache_is_left() -> None:
    assert any("PIP_NO_CACHE_DIR=1" in line for line in said("ENV"))
    assert [line for line in said("RUN") if "apt" in line.split()] == []


def test_command_and_health_check_need_no_shell() -> None:
    (command,), (check,) = said("CMD"), said("HEALTHCHECK")
    assert json.loads(command)[0] == "python"
    assert "/healthz" in json.loads(check.partition("CMD ")[2])[-1]


def test_only_what_is_copied_is_let_in() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    copied = {name for value in said("COPY") for name in value.split()[:-1]}
    assert lines[1] == "*"
    assert {line[1:] for line in lines if line.startswith("!")} == copied


def test_the_app_runs_as_that_user_and_has_workers(rehearsed: dict[str, Any]) -> None:
    assert rehearsed["user"] == "10001"
    assert rehearsed["health"]["status"] == "ok"
    assert rehearsed["health"]["workers"] >= 1


def test_the_root_is_read_only_and_runs_can_be_kept(rehearsed: dict[str, Any]) -> None:
    assert rehearsed["writes"] == {"/": False, "/app": False, "/data": True, "/tmp": True}
    assert rehearsed["health"]["saving"] is True


def test_it_ends_when_told(rehearsed: dict[str, Any]) -> None:
    assert rehearsed["stopped_s"] < 3.0
