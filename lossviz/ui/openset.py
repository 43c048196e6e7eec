"""Classes left out, on screen: answers about runs enter; what the board draws, and the files to take away, leave."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lossviz.geometry.nearest import Metric
from lossviz.geometry.pairs import every_pair, similarities
from lossviz.pack import Pack, digest, zipped
from lossviz.runs import hub
from lossviz.ui.study import Arrays

GROUPS = ("unseen", "trained", "both")
NUMBERS = ("AUC", "EER", "TAR@FAR=0.1", "TAR@FAR=0.01", "TAR@FAR=0.001")
IDENTIFIED = ("recall@1", "recall@5", "recall@10", "MAP@R")
DECIMALS = 5


def handed(name: str, found: Arrays) -> dict[str, Any]:
    """What the board draws of one loss, as plain values; NaN becomes None."""
    return {
        "name": name,
        "cosine": bool(found["cosine"][0]),
        "edges": _plain(found["edges"]),
        "groups": {group: _group(found, group) for group in GROUPS},
        "known": _plain(found["known"]),
        "foreign": _plain(found["foreign"]),
        "told": _plain(found["told"]),
    }


def _group(found: Arrays, group: str) -> dict[str, Any]:
    thresholds, far, tar = found[f"{group}_curve"].astype(np.float64)
    if len(thresholds) > 1:
        thresholds[0] = thresholds[1]  # scikit-learn's first is infinite: nothing is accepted
    return {
        "pairs": found[f"{group}_pairs"].tolist(),
        "curve": [_plain(each) for each in (thresholds, far, tar)],
        "numbers": _plain(found[f"{group}_numbers"]),
        "bins": found[f"{group}_bins"].tolist(),
    }


def examples(found: Arrays, group: str) -> dict[str, Any]:
    """The pairs most likely taken for the wrong kind, with the address of their images and what these show."""
    names, labels = found["names"], found["labels"][found["shown"]]
    pairs = {name: _plain(found[f"{group}_{name}"]) for name in ("accepts", "rejects")}
    return {**pairs, "pack": _pack(found), "shown": [str(names[label]) for label in labels]}


def _pack(found: Arrays) -> str:
    """Keeps the images where browsers fetch packs, and gives back their address."""
    made = Pack(
        ids=found["shown"].astype(np.uint32),
        labels=found["labels"][found["shown"]],
        images=found["images"],
        classes=tuple(map(str, found["names"])),
    ).to_bytes()
    name = digest(made)
    if hub().pack(name) is None:
        hub().store.keep_pack(name, zipped(made))
    return name


def _plain(array: NDArray[Any]) -> Any:
    rounded = np.round(array.astype(np.float64), DECIMALS).astype(object)
    rounded[np.isnan(array.astype(np.float64))] = None
    return rounded.tolist()


def scores_csv(found: Arrays, group: str) -> bytes:
    """Every pair of the group as CSV: which two images, their classes, whether these are one, and the similarity."""
    rows = _rows(found, group)
    labels, names = found["labels"][rows], found["names"]
    metric: Metric = "cosine" if found["cosine"][0] else "euclidean"
    alike = similarities(found["features"][rows], found["features"][rows], metric)
    first, second = every_pair(len(rows))
    out = io.StringIO("image_a,image_b,class_a,class_b,same,similarity\r\n")
    out.seek(0, io.SEEK_END)
    for a, b in zip(first, second, strict=True):
        one, two = names[labels[a]], names[labels[b]]
        same = int(labels[a] == labels[b])
        out.write(f"{rows[a]},{rows[b]},{one},{two},{same},{float(alike[a, b])!r}\r\n")
    return out.getvalue().encode()


def _rows(found: Arrays, group: str) -> NDArray[np.int64]:
    strange = found["labels"] >= found["trained"][0]
    kept = {"unseen": strange, "trained": ~strange, "both": np.ones(len(strange), bool)}
    return np.flatnonzero(kept[group])


def numbers_csv(answers: Mapping[str, Arrays]) -> bytes:
    """Every number of the tables with its interval as CSV: loss, which images, measure, value, low, high."""
    lines = ["loss,images,measure,value,low,high"]
    for loss, found in answers.items():
        for group in GROUPS:
            lines += _lines(loss, group, NUMBERS, found[f"{group}_numbers"])
        for images in ("known", "foreign"):
            lines += _lines(loss, images, IDENTIFIED, found[images])
        lines += _lines(loss, "told", ("AUC",), found["told"][None])
    return "".join(f"{line}\r\n" for line in lines).encode()


def _lines(loss: str, images: str, names: Sequence[str], each: NDArray[np.float64]) -> list[str]:
    quoted = f'"{loss}"'
    return [
        f"{quoted},{images},{name},{','.join('' if np.isnan(v) else repr(float(v)) for v in row)}"
        for name, row in zip(names, each, strict=True)
    ]
