"""What is packed in the browser: another program reads animations, their colours and ZIPs as they were meant."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageSequence

pytestmark = pytest.mark.browser
Run = Callable[..., Any]

BYTES = (
    "(async (blob) => { const bytes = new Uint8Array(await blob.arrayBuffer()); let text = '';"
    " for (const byte of bytes) text += String.fromCharCode(byte); return btoa(text); })"
)
COLOURS = "Array.from({length: 255}, (_, i) => [i, 255 - i, (7 * i) & 255])"


@pytest.mark.parametrize(("width", "height"), [(1, 1), (7, 5), (200, 150)])  # the last fills the table of codes
def test_every_pixel_of_every_picture_is_read_again(run: Run, width: int, height: int) -> None:
    made = (
        f"(() => {{ const gif = new m.Gif({width}, {height}, {COLOURS}); let seed = 1;"
        " const one = () => Uint8Array.from({length: given.size},"
        " () => { seed = (seed * 16807) % 2147483647; return seed % 255; });"
        " const pictures = [one(), one(), one()]; pictures[2].set(pictures[1].subarray(0, given.size >> 1));"
        " for (const picture of pictures) gif.add(picture, 7);"
        " return {pictures: pictures.map((p) => [...p]), blob: gif.blob}; })()"
    )
    script = f"await (async (made) => [made.pictures, await {BYTES}(made.blob)])({made})"
    pictures, text = run("gif.js", script, size=width * height)
    with Image.open(io.BytesIO(base64.b64decode(text))) as gif:
        read = [np.asarray(picture.convert("RGB")).reshape(-1, 3).tolist() for picture in ImageSequence.Iterator(gif)]
        assert (gif.size, gif.info["loop"], gif.info["duration"]) == ((width, height), 0, 70)
    assert read == [[[i, 255 - i, 7 * i & 255] for i in picture] for picture in pictures]


def test_few_colours_are_kept_as_they_are_and_many_by_near_ones(run: Run) -> None:
    script = (
        "(() => { const pixels = Uint32Array.from(given.pixels);"
        " const palette = new m.Palette([pixels], given.most);"
        " return [...palette.numbers(pixels)].map((i) => palette.colours[i]); })()"
    )
    few = [0xFF0000FF, 0xFF00FF00, 0xFFFF0000, 0xFF0000FF]
    assert run("palette.js", script, pixels=few, most=255) == [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 0, 0]]
    many = [0xFF000000 | value for value in range(256)]
    near = run("palette.js", script, pixels=many, most=32)
    assert max(abs(red - value) for value, (red, _, _) in enumerate(near)) <= 8


def test_a_zip_holds_its_files_as_they_are(run: Run) -> None:
    script = f"await {BYTES}(m.zipped([['a.png', Uint8Array.of(1, 2, 3)], ['é.txt', new Uint8Array(70000).fill(9)]]))"
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(run("zip.js", script)))) as found:
        assert found.testzip() is None
        assert {name: found.read(name) for name in found.namelist()} == {
            "a.png": b"\1\2\3", "é.txt": b"\x09" * 70000,
        }  # fmt: skip


def test_a_caption_breaks_as_on_the_page_in_either_writing(run: Run) -> None:
    script = "m.broken(given.text, 10, (words) => [...words].reduce((sum, sign) => sum + (sign > 'ÿ' ? 2 : 1), 0))"
    assert run("lines.js", script, text="one two three\nfour") == ["one two ", "three", "four"]
    assert run("lines.js", script, text="單位圓只有方向") == ["單位圓只有", "方向"]
