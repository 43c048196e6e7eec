"""Checks the losses against a file of worked examples: cases enter, a verdict on each leaves.

`python -m lossviz.oracle FILE [--only id,id] [--dtype float64|float32] [--device cpu] [--json]`
The file's `cases` are losses with every gradient, by-product or error; its `function_cases` are closed forms.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lossviz import geometry, losses
from lossviz.params import Refusal

INDICES = ("labels", "triplets", "quadruplets", "pairs")
PLAIN = ("class_counts",)
DTYPES = {"float64": torch.float64, "float32": torch.float32}
FUNCTION_TOLERANCE = (1e-9, 1e-12)


class Mismatch(Exception):
    """Something came out otherwise than the file says."""


@dataclass(frozen=True)
class Verdict:
    """One case: its name, and what is wrong with it; empty when nothing is."""

    case: str
    fault: str = ""


@dataclass(frozen=True)
class Tolerance:
    """|got − e| ≤ atol + rtol·|e| for values; (atol + rtol)·max(1, max|e|) for every entry of a gradient."""

    loss_rtol: float
    loss_atol: float
    grad_rtol: float
    grad_atol: float


def verdicts(
    book: Mapping[str, Any], only: Sequence[str] = (), dtype: str = "float64", device: str = "cpu"
) -> Iterator[Verdict]:
    """A verdict on every case asked for: all, or those whose loss, function or case id is in `only`.

    Functions are computed in float64 whatever the dtype. A name in `only` that the book lacks is a fault.
    """
    met: set[str] = set()
    for case in book.get("cases", []):
        names = {case["loss"], case["id"]}
        met |= names
        if not only or names & set(only):
            own = case.get("tol", {}) if dtype == "float64" else {}
            tolerance = Tolerance(**{**book[f"default_tol_{dtype}"], **own})
            yield _judged(case["id"], _check_loss, case, tolerance, DTYPES[dtype], device)
    for number, case in enumerate(book.get("function_cases", []), 1):
        met.add(case["function"])
        if not only or case["function"] in only:
            yield _judged(f"{case['function']}_{number:02d}", _check_function, case)
    yield from (Verdict(name, "no such case, loss or function in the file") for name in only if name not in met)


def _judged(name: str, check: Any, *arguments: Any) -> Verdict:
    try:
        check(*arguments)
    except Mismatch as mismatch:
        return Verdict(name, str(mismatch))
    except Exception as error:  # a case that cannot be computed is a failed case, whatever the reason
        return Verdict(name, f"{type(error).__name__}: {error}")
    return Verdict(name)


def _check_loss(case: Mapping[str, Any], tolerance: Tolerance, dtype: torch.dtype, device: str) -> None:
    expected = dict(case["expected"])
    tensors = {name: _tensor(name, value, dtype, device) for name, value in case["inputs"].items()}
    if "error" in expected:
        return _check_error(case, tensors, expected["error"])
    loss, extra = _function(losses.functional, case["loss"])(**tensors, **case["params"], with_extra=True)
    # without a reduction the file holds the sum, and one number for each in `extra`
    _check_values("loss", loss.sum(), expected.pop("loss"), tolerance.loss_rtol, tolerance.loss_atol)
    for name, value in expected.pop("extra", {}).items():
        if name not in extra:
            raise Mismatch(f"extra {name} is missing")
        _check_values(name, extra[name], value, tolerance.loss_rtol, tolerance.loss_atol)
    loss.sum().backward()
    for name, value in expected.items():
        tensor = tensors.get(name.removeprefix("grad_"))
        if not name.startswith("grad_") or tensor is None:
            raise Mismatch(f"{name} is not something that can be checked")
        _check_gradient(name, tensor, value, tolerance, case.get("unchecked_rows", []))
    return None


def _check_error(case: Mapping[str, Any], tensors: Mapping[str, Any], expected: str) -> None:
    loss = _function(losses.functional, case["loss"])
    try:
        loss(**tensors, **case["params"])
    except Exception as error:
        if expected not in {kind.__name__ for kind in type(error).__mro__}:
            raise
    else:
        raise Mismatch(f"{expected} was expected, none was raised")


def _check_function(case: Mapping[str, Any]) -> None:
    arguments: dict[str, Any] = dict(case["args"])
    if hasattr(geometry, case["function"]):
        found = _function(geometry, case["function"])
    else:
        found = _function(losses, case["function"])
        arguments = {n: _tensor(n, v, torch.float64, "cpu") if isinstance(v, list) else v for n, v in arguments.items()}
    _check_values(case["function"], found(**arguments), case["expected"], *FUNCTION_TOLERANCE)


def _function(room: Any, name: str) -> Any:
    if name not in room.__all__:
        raise Mismatch(f"{name} does not exist in {room.__name__}")
    return getattr(room, name)


def _tensor(name: str, value: Any, dtype: torch.dtype, device: str) -> Any:
    if value is None or name in PLAIN:
        return value
    if name in INDICES:
        return torch.tensor(value, dtype=torch.long, device=device)
    return torch.tensor(value, dtype=dtype, device=device, requires_grad=dtype.is_floating_point)


def _check_values(name: str, got: Any, expected: Any, rtol: float, atol: float) -> None:
    """Compares numbers, text, nothing, lists and mappings; raises Mismatch at the first difference."""
    if isinstance(got, Tensor | np.ndarray | np.generic):
        got = got.tolist()
    if isinstance(expected, Mapping | list):
        if type(got) is not type(expected) or len(got) != len(expected):
            raise Mismatch(f"{name} is {got}, expected {expected}")
        for key in expected if isinstance(expected, Mapping) else range(len(expected)):
            _check_values(f"{name}[{key}]", got[key], expected[key], rtol, atol)
    elif isinstance(expected, int | float) and not isinstance(expected, bool):
        if not isinstance(got, int | float) or not abs(got - expected) <= atol + rtol * abs(expected):
            raise Mismatch(f"{name} is {got}, expected {expected}")
    elif got != expected:
        raise Mismatch(f"{name} is {got}, expected {expected}")


def _check_gradient(
    name: str, tensor: Tensor, expected: Any, tolerance: Tolerance, unchecked_rows: Sequence[int]
) -> None:
    got = (torch.zeros_like(tensor) if tensor.grad is None else tensor.grad).cpu().double().numpy()
    wanted = np.asarray(expected, float)
    if got.shape != wanted.shape:
        raise Mismatch(f"{name} has shape {got.shape}, expected {wanted.shape}")
    off = np.abs(got - wanted)
    if name == "grad_embeddings":
        off = np.delete(off, unchecked_rows, axis=0)
    allowed = (tolerance.grad_atol + tolerance.grad_rtol) * max(1.0, np.abs(wanted).max(initial=0.0))
    if not (off <= allowed).all():
        raise Mismatch(f"{name} is off by {off.max():.3g}, allowed {allowed:.3g}")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; 0 only if something was checked and nothing failed, 2 for a file that cannot be read."""
    asked = _asked(arguments)
    if not _present(asked.device):
        print(Refusal("refuse.device", device=asked.device), file=sys.stderr)
        return 2
    try:
        book = json.loads(asked.file.read_text("utf-8"))
        found = list(verdicts(book, asked.only, asked.dtype, asked.device))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(f"{asked.file} cannot be read as worked examples: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    for verdict in found:
        if asked.json:
            print(json.dumps({**asdict(verdict), "passed": not verdict.fault}))
        elif verdict.fault:
            print(f"{verdict.case}: {verdict.fault}")
    failed = sum(bool(verdict.fault) for verdict in found)
    print(f"{len(found) - failed} passed, {failed} failed")
    return 0 if found and not failed else 1


def _present(device: str) -> bool:
    if device == "cuda":
        return torch.cuda.is_available()
    return device == "cpu" or torch.backends.mps.is_available()


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m lossviz.oracle", description="Check losses by worked examples.")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--only", type=lambda ids: ids.split(","), default=[], help="losses, functions or cases")
    parser.add_argument("--dtype", choices=tuple(DTYPES), default="float64")
    parser.add_argument("--device", choices=("cpu", "cuda", "mps"), default="cpu")
    parser.add_argument("--json", action="store_true", help="one JSON object for each case, then the last line")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
