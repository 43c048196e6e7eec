"""A set in the form of MNIST from a folder: plain or gzipped, writable or not; one sentence when it cannot be had."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest
from mirrors import TEST, TRAIN, files, idx

from lossviz import catalog
from lossviz.datasets.idx import SETS, kmnist, mnist, published
from lossviz.params import Refusal


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
    digits = mnist()
    assert digits.train_images.shape == (TRAIN, 28, 28)
    assert sorted(digits.probe_ids) == list(range(TEST))
    test = np.frombuffer(files()["t10k-images-idx3-ubyte"], np.uint8, offset=16).reshape(-1, 28, 28)
    np.testing.assert_array_equal(digits.probe_images, test[digits.probe_ids])
    np.testing.assert_array_equal(digits.probe_labels, digits.probe_ids % 10)


def test_nothing_is_written_into_the_folder(raw: Path) -> None:
    lay(raw, zipped=True)
    before = sorted(raw.iterdir())
    raw.chmod(0o555)
    mnist()
    raw.chmod(0o755)
    assert sorted(raw.iterdir()) == before


def test_without_any_file_the_sentence_offers_the_download(raw: Path) -> None:
    with pytest.raises(Refusal, match=r"^MNIST is not here.*data fetch mnist.*mnist5k"):
        mnist()


def test_the_folder_is_the_homes_where_no_other_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOSSVIZ_DATA", raising=False)
    monkeypatch.setenv("LOSSVIZ_HOME", str(tmp_path))
    folder = tmp_path / "data" / "KMNIST" / "raw"
    folder.mkdir(parents=True)
    lay(folder, zipped=True)
    assert kmnist().classes[5] == "は ha"


def test_each_set_is_normalised_by_its_own_pixels(raw: Path) -> None:
    lay(raw, zipped=True)
    shares = np.frombuffer(files()["train-images-idx3-ubyte"], np.uint8, offset=16) / 255
    digits = mnist()
    assert (digits.mean, digits.spread) == (round(shares.mean(), 4), round(shares.std(), 4))


@pytest.mark.parametrize("id", SETS)
def test_the_classes_are_torchvisions(id: str) -> None:
    for own, theirs in zip(catalog.datasets()[id].classes, published(id).classes, strict=True):
        assert theirs.split(" - ")[0] in (own, own.split(" ")[-1])


def test_a_missing_file_is_named(raw: Path) -> None:
    lay(raw, zipped=False)
    (raw / "t10k-labels-idx1-ubyte").unlink()
    with pytest.raises(Refusal, match=r"^MNIST is incomplete: t10k-labels-idx1-ubyte .*mnist5k"):
        mnist()


def test_a_torn_archive_is_named(raw: Path) -> None:
    lay(raw, zipped=True)
    file = raw / "train-images-idx3-ubyte.gz"
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(Refusal, match=r"train-images-idx3-ubyte\.gz .*damaged"):
        mnist()


@pytest.mark.parametrize("content", [b"", b"\0" * 40, idx(np.zeros(TRAIN, np.uint8))])
def test_a_damaged_file_is_named(raw: Path, content: bytes) -> None:
    lay(raw, zipped=False)
    (raw / "train-images-idx3-ubyte").write_bytes(content)
    with pytest.raises(Refusal, match=r"train-images-idx3-ubyte .*damaged"):
        mnist()


def test_images_without_their_labels_are_damaged(raw: Path) -> None:
    lay(raw, zipped=False)
    (raw / "t10k-labels-idx1-ubyte").write_bytes(idx(np.zeros(TEST - 1, np.uint8)))
    with pytest.raises(Refusal, match="damaged"):
        mnist()
