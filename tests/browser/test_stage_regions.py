"""Decision regions: the vote of neighbours against scikit-learn, how sure an answer is, and what the caption says."""

import numpy as np
import pytest
from harness import synthetic
from sklearn.neighbors import KNeighborsClassifier

pytestmark = pytest.mark.browser

VOTES = (
    "(() => { const frame = {points: Int16Array.from(given.points), count: given.labels.length, dim: 2, unit: 1};"
    " const votes = new m.Votes(frame, Uint8Array.from(given.labels), given.directions);"
    " const grid = new m.Grid(votes, given.area, given.side); grid.count();"
    " return {columns: grid.columns, rows: grid.rows, values: [...grid.values]}; })()"
)


def cloud(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Two hundred points of six classes that overlap."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 6, 200)
    return (rng.normal(size=(200, 2)) * 900 + 700 * np.eye(6, 2)[labels]).astype(np.int16), labels


@pytest.mark.parametrize(("metric", "seed"), [("euclidean", 0), ("euclidean", 1), ("cosine", 0), ("cosine", 1)])
def test_the_grid_holds_the_votes_of_scikit_learns_neighbours(run, metric, seed):
    points, labels = cloud(seed)
    area = {"width": 600, "height": 400, "origin": [300, 150], "unit": 0.1}
    found = run(
        "votes.js", VOTES, points=points.ravel().tolist(), labels=labels.tolist(), directions=metric == "cosine",
        area=area, side=60,
    )  # fmt: skip
    assert (found["columns"], found["rows"]) == (60, 40)
    cells = (np.stack(np.meshgrid(np.arange(60), np.arange(40)), -1).reshape(-1, 2) + 0.5) * 10
    places = (cells - [300, 150]) / 0.1
    judge = KNeighborsClassifier(5, metric=metric, algorithm="brute").fit(points.astype(float), labels)
    values = np.array(found["values"]).reshape(-1, 2)
    assert (values[:, 0] == judge.predict(places)).all()
    assert values[:, 1] == pytest.approx(np.floor(255 * judge.predict_proba(places).max(1) + 1e-6))
