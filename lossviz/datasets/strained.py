"""Data under strain: the id of a strained set enters, its digits leave (see `lossviz.strain`)."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from lossviz import catalog, strain
from lossviz.datasets.digits import Digits, load

Indices = NDArray[np.int64]


def strained(id: str) -> Digits:
    """The digits of a strained set; what is looked at stays whole. Raises Refusal."""
    asked = strain.parse(id)
    catalog.dataset(id)  # checks what is asked
    whole = _renumbered(load(asked.base), strain.order(asked, len(catalog.dataset(asked.base).classes)))
    trained = len(whole.classes) - len(asked.without)
    rows = _chosen(whole, asked, trained)
    true = whole.train_labels[rows]
    labels = _flipped(true, asked, whole.classes[:trained])
    if asked.dropped:
        left = ~strain.unpacked(asked.dropped, len(rows))
        rows, true, labels = rows[left], true[left], labels[left]
    return replace(
        whole,
        train_images=whole.train_images[rows],
        train_labels=labels,
        true_labels=true if asked.noise else None,
        strangers=len(asked.without),
    )


def _renumbered(whole: Digits, order: list[int]) -> Digits:
    """The same digits with their classes in this order."""
    place = np.argsort(order).astype(np.uint8)
    return replace(
        whole,
        train_labels=place[whole.train_labels],
        probe_labels=place[whole.probe_labels],
        classes=tuple(whole.classes[k] for k in order),
    )


def _chosen(whole: Digits, asked: strain.Strain, trained: int) -> Indices:
    """The rows that stay of the trained classes, in their order; a class loses digits at random."""
    sizes = strain.trained(asked, np.bincount(whole.train_labels, minlength=len(whole.classes)).tolist())
    if asked.tail == 1 and not asked.counts:
        return np.flatnonzero(whole.train_labels < trained)
    chance = _chance(asked, "long tail")
    places = strain.order(asked, len(whole.classes))
    kept = []
    for place, k in enumerate(places[:trained]):
        rows = np.flatnonzero(whole.train_labels == place)
        kept.append(chance.permutation(rows)[: sizes[k]])
    return np.sort(np.concatenate(kept))


def _flipped(true: NDArray[np.uint8], asked: strain.Strain, classes: tuple[str, ...]) -> NDArray[np.uint8]:
    """The labels (N,), a share of them wrong: exactly that share, rounded to a whole number of digits."""
    if not asked.noise:
        return true
    chance = _chance(asked, "label noise")
    wrong = chance.permutation(len(true))[: round(asked.noise * len(true))]
    labels = true.copy()
    if asked.kind == "pairs":
        labels[wrong] = _mistaken(classes)[true[wrong]]
    else:
        labels[wrong] = (true[wrong] + chance.integers(1, len(classes), len(wrong))) % len(classes)
    return labels


def _mistaken(classes: tuple[str, ...]) -> NDArray[np.uint8]:
    """What each class is taken for: the one that looks like it, if that is trained, else the next."""
    after = [(k + 1) % len(classes) for k in range(len(classes))]
    place = {name: k for k, name in enumerate(classes)}
    alike = [place.get(strain.PAIRS.get(name, ""), after[k]) for k, name in enumerate(classes)]
    return np.array(alike, np.uint8)


def _chance(asked: strain.Strain, role: str) -> np.random.Generator:
    """A generator of its own for each thing that chance decides."""
    digest = hashlib.sha256(f"{asked.seed}/{role}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "little"))
