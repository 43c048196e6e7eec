"""The worked examples, each by its id, and the command line that checks them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from lossviz.oracle import main, verdicts

FILE = Path(__file__).parent / "data" / "oracle.json"
BOOK: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
CASES = [case["id"] for case in BOOK["cases"]]
FUNCTIONS = sorted({case["function"] for case in BOOK["function_cases"]})


def only(case_id: str, **changes: Any) -> dict[str, Any]:
    """The book with a single case, some of its parts replaced."""
    case = copy.deepcopy(next(c for c in BOOK["cases"] if c["id"] == case_id))
    for part, change in changes.items():
        case[part] = {**case[part], **change} if isinstance(change, dict) else change
    return {**BOOK, "cases": [case], "function_cases": []}


def faults(book: dict[str, Any], **asked: Any) -> list[str]:
    return [verdict.fault for verdict in verdicts(book, **asked)]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize("case", CASES)
def test_loss_case(case: str, dtype: str) -> None:
    assert faults(BOOK, only=[case], dtype=dtype) == [""]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_function_cases(function: str) -> None:
    assert set(faults(BOOK, only=[function])) == {""}


def test_a_loss_brings_its_cases_and_no_function_case() -> None:
    names = [verdict.case for verdict in verdicts(BOOK, only=["center"])]
    assert names == ["center_01", "center_02", "center_03", "center_04", "center_05"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"loss": "no_such_loss"}, "does not exist"),
        ({"params": {"no_such_argument": 1}}, "no_such_argument"),
        ({"inputs": {"no_such_input": [1.0]}}, "no_such_input"),
        ({"expected": {"loss": 1.97}}, "loss is"),
        ({"expected": {"loss": float("nan")}}, "loss is"),
        ({"expected": {"grad_embeddings": [[0.0, 0.0]] * 5}}, "grad_embeddings is off"),
        ({"expected": {"grad_embeddings": [[0.0, 0.0]]}}, "shape"),
        ({"expected": {"grad_weights": [[0.0]]}}, "can be checked"),
        ({"expected": {"extra": {"centers_after": [[0.0, 0.0]] * 3}}}, "centers_after"),
        ({"expected": {"extra": {"no_such_extra": 1}}}, "no_such_extra"),
        ({"expected": {"error": "ValueError"}}, "none was raised"),
    ],
)
def test_what_differs_fails_and_is_named(changes: dict[str, Any], said: str) -> None:
    (fault,) = faults(only("center_01", **changes))
    assert said in fault


def test_an_expected_error_passes() -> None:
    assert faults(only("center_01", params={"alpha": 2.0}, expected={"error": "ValueError"})) == [""]


def test_another_error_than_the_expected_one_fails() -> None:
    (fault,) = faults(only("center_01", params={"alpha": 2.0}, expected={"error": "KeyError"}))
    assert fault.startswith("ValueError: alpha")


def test_an_unknown_function_fails() -> None:
    book = {**BOOK, "cases": [], "function_cases": [{"function": "nothing", "args": {}, "expected": 1}]}
    assert "does not exist" in faults(book)[0]


def test_the_last_line_counts_and_the_exit_is_0(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILE), "--only", "softmax,psi"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "12 passed, 0 failed"


def test_json_gives_one_object_for_each_case(capsys: pytest.CaptureFixture[str]) -> None:
    main([str(FILE), "--only", "softmax", "--json"])
    *cases, last = capsys.readouterr().out.splitlines()
    assert json.loads(cases[0]) == {"case": "softmax_01", "fault": "", "passed": True}
    assert last == "5 passed, 0 failed"


def test_a_name_that_the_file_lacks_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(FILE), "--only", "softmaxx"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 passed, 1 failed"


def test_a_file_without_cases_fails(tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text("{}")
    assert main([str(empty)]) == 1


@pytest.mark.parametrize("content", ["", "[1]", '{"cases": [{}]}'])
def test_a_file_of_another_kind_is_refused_in_one_sentence(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text(content)
    assert main([str(odd)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
