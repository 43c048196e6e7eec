"""Full MNIST from a folder: plain or gzipped, writable or not; one sentence when it cannot be had."""

from __future__ import annotations

import gzip
import struct
from pathlib import Path

import numpy as np
import pytest

from lossviz.datasets import mnist
from lossviz.params import Refusal

TRAIN, TEST = 40, 20


def idx(values: np.ndarray) -> bytes:
    return struct.pack(">HBB", 0, 8, values.ndim) + struct.pack(f">{values.ndim}I", *values.shape) + values.tobytes()


def files() -> dict[str, bytes]:
    made = {}
    for part, n in (("train", TRAIN), ("t10k", TEST)):
        images = np.random.default_rng(n).integers(0, 256, (n, 28, 28), dtype=np.uint8)
        made[f"{part}-images-idx3-ubyte"] = idx(images)
        made[f"{part}-labels-idx1-ubyte"] = idx(np.arange(n, dtype=np.uint8) % 10)
    return made


@pytest.fixture
def raw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "MNIST" / "raw"
    folder.mkdir(parents=True)
    monkeypatch.setenv("LOSSVIZ_DATA", str(tmp_path))
    return folder


def lay(raw: Path, *, zipped: bool) -> None:
    for name, content in files().items():
        if zipped:
            (raw / f"{name}.gz").write_bytes(gzip.compress(content))
        else:
            (raw / name).write_bytes(content)


@pytest.mark.parametrize("zipped", [False, True])
def test_plain_and_gzipped_files_are_read(raw: Path, zipped: bool) -> None:
    lay(raw, zipped=zipped)
    digits = mnist.load()
    assert digits.train_images.shape == (TRAIN, 28, 28)
    assert sorted(digits.probe_ids) == list(range(TEST))
    test = np.frombuffer(files()["t10k-images-idx3-ubyte"], np.uint8, offset=16).reshape(-1, 28, 28)
    np.testing.assert_array_equal(digits.probe_images, test[digits.probe_ids])
    np.testing.assert_array_equal(digits.probe_labels, digits.probe_ids % 10)


def test_nothing_is_written_into_the_folder(raw: Path) -> None:
    lay(raw, zipped=True)
    before = sorted(raw.iterdir())
    raw.chmod(0o555)
    mnist.load()
    raw.chmod(0o755)
    assert sorted(raw.iterdir()) == before


def test_without_the_variable_the_sentence_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOSSVIZ_DATA", raising=False)
    with pytest.raises(Refusal, match=r"^MNIST .*LOSSVIZ_DATA.*mnist5k"):
        mnist.load()


def test_a_missing_file_is_named(raw: Path) -> None:
    lay(raw, zipped=False)
    (raw / "t10k-labels-idx1-ubyte").unlink()
    with pytest.raises(Refusal, match=r"LOSSVIZ_DATA.*: t10k-labels-idx1-ubyte; .*mnist5k"):
        mnist.load()


def test_a_torn_archive_is_named(raw: Path) -> None:
    lay(raw, zipped=True)
    file = raw / "train-images-idx3-ubyte.gz"
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(Refusal, match=r"train-images-idx3-ubyte\.gz .*damaged"):
        mnist.load()


@pytest.mark.parametrize("content", [b"", b"\0" * 40, idx(np.zeros(TRAIN, np.uint8))])
def test_a_damaged_file_is_named(raw: Path, content: bytes) -> None:
    lay(raw, zipped=False)
    (raw / "train-images-idx3-ubyte").write_bytes(content)
    with pytest.raises(Refusal, match=r"train-images-idx3-ubyte .*damaged"):
        mnist.load()


def test_images_without_their_labels_are_damaged(raw: Path) -> None:
    lay(raw, zipped=False)
    (raw / "t10k-labels-idx1-ubyte").write_bytes(idx(np.zeros(TEST - 1, np.uint8)))
    with pytest.raises(Refusal, match="damaged"):
        mnist.load()
