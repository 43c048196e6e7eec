"""Numbers of the comparison's table, worked out in Chromium from shipped tapes, against scikit-learn and PML."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from pytorch_metric_learning.utils.accuracy_calculator import AccuracyCalculator
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.neighbors import NearestNeighbors

from lossviz.cli.record import RECORDED
from lossviz.frame import Frame, Tape
from lossviz.pack import Pack

pytestmark = pytest.mark.browser
HOME = "/_stcore/bidi-components/lossviz.stage/"
INDEX = json.loads((RECORDED / "index.json").read_text())
CASES = [("softmax", -1), ("arcface", -1), ("arcface", 5), ("center", -1), ("triplet_semihard", -1), ("arcface-3", -1),
         ("subcenter_arcface", -1)]  # fmt: skip


@dataclass(frozen=True)
class Moment:
    """A frame of a shipped tape as it was packed and unpacked, and the labels of its points."""

    packed: bytes
    frame: Frame
    labels: NDArray[np.uint8]
    cosine: bool

    @property
    def placed(self) -> NDArray[np.float64]:
        """Points in double precision, on the unit sphere for a loss that knows directions only."""
        points = self.frame.points.astype(float)
        return points / np.linalg.norm(points, axis=1, keepdims=True) if self.cosine else points

    def neighbours(self, k: int) -> NDArray[np.int64]:
        """The k nearest others of every point, by scikit-learn, from differences: squares misorder near ones."""
        found: NDArray[np.int64] = NearestNeighbors(n_neighbors=k, algorithm="kd_tree").fit(self.placed).kneighbors()[1]
        return found


def moment(name: str, n: int) -> Moment:
    tape = Tape.from_bytes((RECORDED / f"{INDEX[name]}.tape").read_bytes())
    pack = Pack.from_bytes(gzip.decompress((RECORDED / f"{tape.header['pack']}.pack.gz").read_bytes()))
    packed = tape.packed[n]
    return Moment(packed, Frame.unpack(packed), pack.labels, tape.header["metric"] == "cosine")


SCORE = """async ({home, packed, labels, cosine}) => {
  const [{ parseFrame }, { ranked }, { spreadOf }] =
    await Promise.all(['records', 'ranks', 'spread'].map((name) => import(`${home}${name}.js`)));
  const frame = parseFrame(Uint8Array.from(packed));
  const steps = ranked(frame, Uint8Array.from(labels), cosine);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return { ...step.value, nearest: [...step.value.nearest], ...spreadOf(frame, Uint8Array.from(labels)) };
}"""


@pytest.fixture(scope="module")
def scored(bare: Any) -> Any:
    """What the table's modules make of a moment."""
    known: dict[bytes, dict[str, Any]] = {}

    def numbers(one: Moment) -> dict[str, Any]:
        if one.packed in known:
            return known[one.packed]
        given = {"home": HOME, "packed": list(one.packed), "labels": one.labels.tolist(), "cosine": one.cosine}
        known[one.packed] = bare.evaluate(SCORE, given)
        return known[one.packed]

    return numbers


@pytest.mark.parametrize(("name", "n"), CASES)
def test_recall_is_that_of_scikit_learns_neighbours(scored: Any, name: str, n: int) -> None:
    one = moment(name, n)
    hit = (one.labels[one.neighbours(5)] == one.labels[:, None]).any(1).mean()
    assert scored(one)["recall"] == pytest.approx(hit, abs=1e-6)


@pytest.mark.parametrize(("name", "n"), CASES)
def test_map_at_r_is_that_of_pytorch_metric_learning(scored: Any, name: str, n: int) -> None:
    one = moment(name, n)
    counts = np.bincount(one.labels)

    def neighbours(query: Any, k: int, reference: Any, ref_includes_query: bool) -> Any:
        found = torch.tensor(one.neighbours(k))
        return found.float(), found

    calculator = AccuracyCalculator(include=("mean_average_precision_at_r",), k=int(counts.max()), knn_func=neighbours)
    labels = torch.tensor(one.labels.astype(int))
    asked = calculator.get_accuracy(torch.tensor(one.placed), labels)
    assert scored(one)["map"] == pytest.approx(asked["mean_average_precision_at_r"], abs=1e-6)


@pytest.mark.parametrize(("name", "n"), CASES)
def test_the_angular_fisher_score_follows_its_definition(scored: Any, name: str, n: int) -> None:
    one = moment(name, n)
    points, mean = one.frame.points.astype(float), one.frame.points.astype(float).mean(0, keepdims=True)
    within = between = 0.0
    for k in np.unique(one.labels):
        members = points[one.labels == k]
        centre = members.mean(0, keepdims=True)
        within += (1 - cosine_similarity(members, centre)).sum()
        between += len(members) * (1 - cosine_similarity(centre, mean)).item()
    assert scored(one)["fisher"] == pytest.approx(within / between, abs=1e-6)


@pytest.mark.parametrize(("name", "n"), [case for case in CASES if case[0] != "triplet_semihard"])
def test_angles_of_class_vectors_follow_arcfaces_table_3(scored: Any, name: str, n: int) -> None:
    one = moment(name, n)
    assert one.frame.vectors is not None
    vectors, points = one.frame.vectors.astype(float), one.frame.points.astype(float)
    units = points / np.linalg.norm(points, axis=1, keepdims=True)
    classes = range(len(vectors))
    centres = np.stack([units[one.labels == k].mean(0) for k in classes])
    own = [np.arccos(cosine_similarity(vectors[k], centres[[k]]).max()) for k in classes]
    near = [max(cosine_similarity(vectors[k], vectors[j]).max() for j in classes if j != k) for k in classes]
    found = scored(one)
    assert found["to_centre"] == pytest.approx(np.mean(own), abs=1e-6)
    assert found["apart"] == pytest.approx(np.mean(np.arccos(near)), abs=1e-6)


def test_a_loss_without_class_vectors_has_no_angles_of_them(scored: Any) -> None:
    found = scored(moment("triplet_semihard", -1))
    assert np.isnan([found["to_centre"], found["apart"]]).all()


def test_ten_nearest_sets_overlap_as_scikit_learn_counts_them(scored: Any, bare: Any) -> None:
    one, other = moment("softmax", -1), moment("arcface", -1)
    pairs = zip(one.neighbours(10), other.neighbours(10), strict=True)
    expected = np.mean([len(set(a) & set(b)) / 10 for a, b in pairs])
    given = {"home": HOME, "a": scored(one)["nearest"], "b": scored(other)["nearest"]}
    script = (
        "async ({home, a, b}) => (await import(`${home}ranks.js`)).overlap(Uint16Array.from(a), Uint16Array.from(b))"
    )
    assert bare.evaluate(script, given) == pytest.approx(expected, abs=1e-6)
