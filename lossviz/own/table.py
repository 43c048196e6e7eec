"""A csv file of a stranger: bytes enter, its header and its rows leave, each row with its number in the file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from lossviz.params import Refusal, shown

WIDE = (b"\xff\xfe", b"\xfe\xff")
OTHER_SEPARATORS = ";\t|"


class Table:
    """The rows of a csv file under its header, as text. Raises Refusal."""

    def __init__(self, file: str, data: bytes) -> None:
        self.file = file
        if not data.strip():
            raise Refusal("refuse.upload_empty", file=file)
        self._reader = csv.reader(io.StringIO(self._decoded(data), newline=""), strict=True)
        self.header = [name.strip() for name in next(self._rows(), (1, []))[1]]
        if len(self.header) == 1 and any(sign in self.header[0] for sign in OTHER_SEPARATORS):
            raise Refusal("own.separator", file=file, value=shown(self.header[0]))

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """(row, fields) of every line that is not empty; a line with too many or too few fields is refused."""
        for row, fields in self._rows():
            if not fields:
                continue
            if len(fields) != len(self.header):
                raise Refusal("own.fields", file=self.file, row=row, n=len(fields), columns=len(self.header))
            yield row, fields

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        while True:
            try:
                yield self._reader.line_num + 1, next(self._reader)
            except StopIteration:
                return
            except csv.Error as fault:
                raise Refusal("own.line", file=self.file, row=self._reader.line_num) from fault

    def _decoded(self, data: bytes) -> str:
        if data.startswith(WIDE):
            raise Refusal("own.not_utf8", file=self.file)
        if b"\0" in data:
            raise Refusal("own.nul", file=self.file, row=data[: data.index(b"\0")].count(b"\n") + 1)
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            raise Refusal("own.not_utf8", file=self.file) from fault
