"""The code of a loss as text: the place of its code enters, its pure function leaves. Nothing is imported."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

import lossviz

ROOT = Path(lossviz.__file__).parent.parent


@dataclass(frozen=True)
class Listing:
    """A function's source and the file it stands in, relative to the repository."""

    file: str
    code: str


def listing(code: str, function: str) -> Listing:
    """The function of this name in the module that `code` ("package.module:Class") names.

    A web process reads the file: to import it would load torch. Raises LookupError without such a function.
    """
    module = code.partition(":")[0]
    file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    source = file.read_text("utf-8")
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == function:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            lines = source.splitlines()[first - 1 : node.end_lineno]
            return Listing(file.relative_to(ROOT).as_posix(), "\n".join(lines))
    raise LookupError(f"{module} has no function {function}")
