"""What becomes of images: size, colours, range of values, classes and the split."""

from __future__ import annotations

import numpy as np
import pytest
import strange

from lossviz import own


def taken(pixels: object, labels: object = strange.LABELS, names: bytes | None = None) -> own.Images:
    files = [("a.npz", strange.images(pixels, labels)), *([("n.csv", names)] if names else [])]
    brought = own.read(files)
    assert isinstance(brought, own.Images)
    return brought


def notes(brought: own.Images) -> list[str]:
    return [code for code, _ in brought.notes]


def test_bytes_of_the_right_size_stay_as_they_are() -> None:
    brought = taken(strange.BYTES)
    assert (brought.images == strange.BYTES).all()
    assert brought.notes == ()


@pytest.mark.parametrize("shape", [(60, 1, 28, 28), (60, 28, 28, 1), (60, 784)])
def test_other_forms_of_the_same_are_the_same(shape: tuple[int, ...]) -> None:
    assert (taken(strange.BYTES.reshape(shape)).images == strange.BYTES).all()


def test_shares_of_white_become_bytes() -> None:
    brought = taken((strange.BYTES / 255).astype(">f4"))
    assert (brought.images == strange.BYTES).all()
    assert brought.notes == (("own.note_range", {"top": "1"}),)


def test_any_other_range_ends_at_white() -> None:
    brought = taken(np.arange(60 * 64).reshape(60, 8, 8) % 17)
    assert brought.images.max() == 255
    assert notes(brought)[:2] == ["own.note_scaled", "own.note_range"]


@pytest.mark.parametrize("last", [True, False])
def test_colours_become_grey_by_luminance(last: bool) -> None:
    red = np.zeros((60, 28, 28, 3), np.uint8)
    red[..., 0] = 255
    brought = taken(red if last else np.moveaxis(red, 3, 1))
    assert set(np.unique(brought.images)) == {76}  # 0.299 · 255, Rec. 601
    assert "own.note_grey" in notes(brought)


def test_what_is_not_square_keeps_its_shape_between_black_borders() -> None:
    brought = taken(np.full((60, 56, 28), 255, np.uint8))
    columns = brought.images[0].max(0)
    assert columns.tolist() == [0] * 7 + [255] * 14 + [0] * 7
    assert notes(brought)[0] == "own.note_padded"


def test_classes_are_numbered_in_order_and_keep_their_values_as_names() -> None:
    brought = taken(strange.BYTES, np.repeat([30, 7, 500], 20))
    assert brought.classes == ("7", "30", "500")
    assert brought.labels[:20].tolist() == [1] * 20


def test_a_second_file_names_classes() -> None:
    brought = taken(strange.BYTES, names="id,name\n0,零\n2,two\n".encode())
    assert brought.classes == ("零", "1", "two")


def test_every_class_has_its_share_in_the_probe_set() -> None:
    labels = np.array([0] * 55 + [1] * 5 + [2] * 20)
    brought = taken(np.repeat(strange.BYTES, 2, 0)[:80], labels)
    assert np.bincount(labels[brought.probe]).tolist() == [11, 1, 4]
    assert len(set(brought.probe.tolist())) == 16


def test_the_split_is_always_the_same() -> None:
    assert (taken(strange.BYTES).probe == taken(strange.BYTES).probe).all()


def test_doubts_are_said() -> None:
    assert notes(taken(np.repeat(strange.BYTES[:1], 60, 0))) == ["own.note_same"]
    assert "own.note_flat" in notes(taken(np.zeros((60, 28, 28), np.uint8)))
    assert notes(taken(strange.BYTES, [0] * 54 + [1] * 6)) == ["own.note_unbalanced"]
