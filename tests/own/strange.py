"""Files that people or attackers upload: where the canary goes enters, (name, bytes, refusal or None) leave."""

from __future__ import annotations

import io
import os
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

LABELS = np.repeat(np.arange(3), 20)
CHANCE = np.random.default_rng(0)
BYTES = (CHANCE.random((60, 28, 28)) * 255).astype(np.uint8)


class Canary:
    """Makes a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return (os.mkdir, (str(self.folder),))


def npz(**arrays: Any) -> bytes:
    out = io.BytesIO()
    np.savez(out, **{name: np.asarray(value) for name, value in arrays.items()})
    return out.getvalue()


def header(descr: str, shape: str, columnwise: bool = False) -> bytes:
    """The header of an npy array, whatever it claims."""
    text = f"{{'descr': {descr}, 'fortran_order': {columnwise}, 'shape': {shape}, }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text


def packed(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        warnings.simplefilter("ignore")
        for name, data in members:
            file.writestr(name, data)
    return out.getvalue()


def images(pixels: Any = BYTES, labels: Any = LABELS) -> bytes:
    return npz(images=pixels, labels=labels)


THREE = ("labels.npy", header("'<i8'", "(3,)") + bytes(24))


def lying(shape: str) -> bytes:
    return packed(("images.npy", header("'<f4'", shape) + bytes(64)), THREE)


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def bomb() -> bytes:
    whole = header("'|u1'", "(262144, 28, 28)") + bytes(262144 * 784)
    return packed(("images.npy", whole), ("labels.npy", header("'|u1'", "(262144,)") + bytes(262144)))


def datasets(canary: Path) -> list[tuple[str, bytes, str | None]]:
    """npz files with images; those without a refusal are taken."""
    good, zeros = images(), np.zeros((4, 28, 28), np.uint8)
    broken = np.where(CHANCE.random((60, 28, 28)) < 0.01, np.nan, 0.5).astype("f4")
    return [
        ("pickle.npz", npz(images=np.array([Canary(canary)] * 2, object), labels=[0, 1]), "own.dtype"),
        ("pickled_labels.npz", npz(images=BYTES, labels=np.array([Canary(canary)] * 60, object)), "own.dtype"),
        ("bomb.npz", bomb(), "own.unpacked"),
        ("header_lies.npz", lying("(1000000, 1, 28, 28)"), "own.lies"),
        ("overflow.npz", lying("(4611686018427387904, 8)"), "own.lies"),
        ("negative_side.npz", lying("(-1, 28, 28)"), "own.shape"),
        ("deep.npy", header("'<f4'", "(" * 2000 + "1" + ")" * 2000), "refuse.upload_type"),
        ("deep_inside.npz", packed(("images.npy", header("'<f4'", "(" * 400 + "1" + ")" * 400)), THREE), "own.damaged"),
        ("long_header.npz", packed(("images.npy", header("'<f4'", "(1," + " " * 9000 + ")")), THREE), "own.damaged"),
        ("good.npz", good, None),
        ("cut.npz", good[: len(good) * 2 // 3], "own.damaged"),
        ("flipped.npz", flipped(good, 400), "own.damaged"),
        ("nan.npz", images(broken), "own.pixels_finite"),
        ("negative_pixel.npz", images(BYTES.astype("f4") - 1), "own.pixel"),
        ("float_labels.npz", images(zeros, [0.0, 1.0, 1.5, 2.0]), "own.label"),
        ("nan_label.npz", images(zeros, [0.0, 1.0, np.nan, 2.0]), "own.label"),
        ("negative_label.npz", images(zeros, [-1, 0, 1, 1]), "own.label"),
        ("huge_label.npz", images(zeros, [0, 1, 2, 2**62]), "own.images_few"),
        ("integral_floats.npz", images(labels=LABELS.astype(float)), None),
        ("words.npz", images(labels=np.repeat(["cat", "dog", "猫"], 20)), None),
        ("long_words.npz", images(labels=np.repeat(["x" * 65, "b", "c"], 20)), "own.labels_shape"),
        ("one_class.npz", images(labels=np.zeros(60, int)), "own.classes"),
        ("singletons.npz", images(labels=np.arange(60)), "own.classes"),
        ("small_class.npz", images(labels=[0] * 56 + [1] * 4), "own.class_small"),
        ("empty_arrays.npz", images(np.zeros((0, 28, 28), np.uint8), np.zeros(0, int)), "refuse.upload_empty"),
        ("wrong_sides.npz", images(np.zeros((60, 3, 28), np.uint8)), "own.images_shape"),
        ("huge_sides.npz", images(np.zeros((9, 600, 8), np.uint8), LABELS[:9]), "own.images_shape"),
        ("too_many.npz", images(np.zeros((10001, 8, 8), np.uint8), np.arange(10001) % 2), "own.images_many"),
        ("lengths.npz", images(labels=np.zeros(59, int)), "refuse.upload_lengths"),
        ("label_matrix.npz", images(labels=np.zeros((60, 3), int)), "own.labels_shape"),
        ("complex.npz", images(np.zeros((60, 28, 28), "c8")), "own.dtype"),
        ("dates.npz", images(np.zeros((60, 28, 28), "M8[s]")), "own.dtype"),
        ("records.npz", images(np.zeros((60, 28, 28), [("a", "u1"), ("b", "u1")])), "own.dtype"),
        ("big_endian.npz", images((BYTES / 255).astype(">f4"), LABELS.astype(">i8")), None),
        ("columnwise.npz", images(np.asfortranarray(BYTES)), "own.columnwise"),
        ("duplicates.npz", images(np.repeat(BYTES[:1], 60, 0)), None),
        ("black.npz", images(np.zeros((60, 28, 28), np.uint8)), None),
        ("unbalanced.npz", images(labels=[0] * 55 + [1] * 5), None),
        ("colours.npz", images(np.repeat(BYTES[..., None], 3, 3)), None),
        ("not_square.npz", images((CHANCE.random((60, 40, 20)) * 255).astype(np.uint8)), None),
        ("rows_of_784.npz", images(BYTES.reshape(60, 784)), None),
        ("zip_slip.npz", packed(("../../canary.npy", b""), ("/abs.npy", b""), ("..\\win.npy", b"")), "own.members"),
        ("twice.npz", packed(THREE, THREE, ("images.npy", header("'|u1'", "(1, 28, 28)") + bytes(784))), "own.twice"),
        ("many_members.npz", packed(*[(f"a{i}.npy", b"") for i in range(3000)]), "own.members_many"),
        ("extra_member.npz", npz(images=BYTES, labels=LABELS, notes=[1]), "own.members"),
        ("no_zip.npz", b"PK\x03\x04 and nothing more", "own.damaged"),
        ("program.exe", b"MZ\x90\x00\x03", "refuse.upload_type"),
    ]  # fmt: skip


FORMULAS = 'label,x,y\n"=HYPERLINK(""http://evil.example"",""click"")",0.1,0.2\n+1+1,0.2,0.1\n@SUM(A1),0.3,0.1\n'


def tables() -> list[tuple[str, bytes, str | None]]:
    """csv files with embeddings."""
    rows = "".join(f"{i % 7},{i % 5},{'ab'[i % 2]}\n" for i in range(40))
    wide = ",".join(f"f{i}" for i in range(600))
    return [
        ("good.csv", b"x,y,label\n" + rows.encode(), None),
        ("bom.csv", b"\xef\xbb\xbfx,y,label\n" + rows.encode(), None),
        ("windows.csv", b"x,y,label\r\n" + rows.replace("\n", "\r\n").encode(), None),
        ("formulas.csv", FORMULAS.encode(), None),
        ("nan.csv", b"x,y,label\n0,1,0\nnan,1,0\n", "own.number"),
        ("overflow.csv", b"x,y,label\n0,1,0\n-1e400,1,1\n", "own.number"),
        ("word.csv", b"x,y,label\n0,1,0\nfar,1,1\n", "own.number"),
        ("short_row.csv", b"x,y,label\n0,1,0\n1,1\n", "own.fields"),
        ("no_label.csv", b"x,y,z\n0,1,0\n", "own.header"),
        ("no_header.csv", rows.encode(), "own.header"),
        ("one_column.csv", b"x,label\n0,a\n1,b\n", "own.header"),
        ("too_wide.csv", f"{wide},label\n".encode(), "own.header"),
        ("semicolons.csv", b"x;y;label\n0;1;a\n", "own.separator"),
        ("tabs.csv", b"x\ty\tlabel\n0\t1\ta\n", "own.separator"),
        ("one_class.csv", b"x,y,label\n0,1,a\n1,1,a\n", "own.classes"),
        ("many_classes.csv", b"x,y,label\n" + "".join(f"0,1,{i}\n" for i in range(40)).encode(), "own.classes"),
        ("utf16.csv", "x,y,label\n0,1,é\n".encode("utf-16"), "own.not_utf8"),
        ("latin1.csv", "x,y,label\n0,1,é\n".encode("latin-1"), "own.not_utf8"),
        ("long_line.csv", b"x,y,label\n0,1," + b"A" * 2_000_000, "own.line"),
        ("open_quote.csv", b'x,y,label\n0,1,"a\n', "own.line"),
        ("empty.csv", b"", "refuse.upload_empty"),
        ("blank.csv", b" \n\n", "refuse.upload_empty"),
        ("only_header.csv", b"x,y,label\n", "refuse.upload_empty"),
        ("nul.csv", b"x,y,label\n0,1,a\x00b\n", "own.nul"),
        ("too_many_rows.csv", b"x,y,label\n" + b"0,1,a\n" * 100_001, "own.rows_many"),
        ("too_large.csv", b"x" * (8 * 1024 * 1024 + 1), "refuse.upload_size"),
    ]


def points() -> list[tuple[str, bytes, str | None]]:
    """npz files with embeddings."""
    two = np.stack([LABELS + 0.1, LABELS % 2], 1)
    return [
        ("good.npz", npz(embeddings=two, labels=LABELS), None),
        ("whole_numbers.npz", npz(embeddings=two.astype(int), labels=LABELS), None),
        ("infinite.npz", npz(embeddings=np.where(two > 2, np.inf, two), labels=LABELS), "own.number"),
        ("lengths.npz", npz(embeddings=two[:-1], labels=LABELS), "own.lengths"),
        ("one_dimension.npz", npz(embeddings=two[:, :1], labels=LABELS), "own.points_shape"),
        ("too_wide.npz", npz(embeddings=np.zeros((60, 513)), labels=LABELS), "own.points_shape"),
        ("cube.npz", npz(embeddings=np.zeros((60, 2, 2)), labels=LABELS), "own.points_shape"),
        ("text.npz", npz(embeddings=np.full((60, 2), "x"), labels=LABELS), "own.dtype"),
        ("too_many.npz", npz(embeddings=np.zeros((100_001, 2), "f4"), labels=np.zeros(100_001, "u1")), "own.rows_many"),
    ]  # fmt: skip


def names() -> list[tuple[str, bytes, str | None]]:
    """csv files with class names for good.npz."""
    return [
        ("html.csv", b'id,name\n0,"<img src=x onerror=alert(1)>"\n1,"![b](http://evil.example/p.png)"\n', None),
        ("capitals.csv", b"ID,Name\n0,zero\n", None),
        ("long.csv", b"id,name\n0," + b"A" * 65 + b"\n", "own.name_long"),
        ("very_long.csv", b"id,name\n0," + b"A" * 2_000_000, "own.line"),
        ("no_name.csv", b"id,name\n0,\n", "own.name_long"),
        ("twice.csv", b"id,name\n0,a\n0,b\n", "own.name_twice"),
        ("utf16.csv", "id,name\n0,é\n".encode("utf-16"), "own.not_utf8"),
        ("nul.csv", b"id,name\n0,a\x00b\n", "own.nul"),
        ("only_header.csv", b"id,name\n", "refuse.upload_empty"),
    ]


FILE_NAMES = (
    "../../etc/passwd.npz", "..\\..\\win.ini.npz", "C:\\x\\a.npz", "/abs/a.npz", "a\x00.npz", "a\r\nX-Evil: 1.npz",
    "con.npz", ".", " ", "", ".npz", "a" * 300 + ".npz", "данные_数据_🙂.npz", "e\u0301.npz", "run\u202ezpn.exe",
    "a.npz.exe", "a.exe:$x.npz", "![b](http://evil.example/n.png).npz", "<img src=x onerror=alert(1)>.npz",
    "`x` :red[y].npz", "%2e%2e%2f.npz", "a;b\"c'.npz", "-rf.npz", "~root.npz", "$(id).npz", "{n}.npz",
)  # fmt: skip
