"""A new loss is one file of code and one on the shelf: then it is everywhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

CODE = '''
"""Half of softmax."""

from torch import Tensor

from lossviz.losses.contract import pure_loss
from lossviz.losses.softmax import Softmax, softmax


@pure_loss
def halved(embeddings, labels, *, weights, bias=None, share=0.5):
    """Softmax times a share."""
    return share * softmax(embeddings, labels, weights=weights, bias=bias), {}


class Halved(Softmax):
    def __init__(self, problem, *, share):
        super().__init__(problem, label_smoothing=0.0, reduction="mean")
        self.share = share

    def _loss(self, embeddings: Tensor, labels: Tensor) -> Tensor:
        return halved(embeddings, labels, weights=self.weights, bias=self.logit_bias, share=self.share)
'''

SHELF = """
from dataclasses import replace

from lossviz.catalog.losses.softmax import ENTRY as SOFTMAX
from lossviz.params import Real

ENTRY = replace(
    SOFTMAX, id="halved", name="Halved softmax", code="lossviz.losses.halved:Halved",
    params=(Real(name="share", label="Share h", noun="share", default=0.5, low=0.0, above=True, high=1.0),),
    numbers="h={share}", becomes=(("softmax", "h=1"),),
)
"""

USE = """
import sys
sys.path.insert(0, ".")
import torch
from streamlit.testing.v1 import AppTest
from lossviz import catalog
from lossviz.engine import train
from lossviz.losses import functional
from lossviz.ui.places import LOSSES, TRAIN

value = functional.halved(torch.zeros(1, 2), torch.tensor([0]), weights=torch.eye(2))
assert abs(float(value) - 0.34657) < 1e-4, value
frames = train(catalog.resolve(loss="halved", epochs=1))
assert next(frames).readings["loss"] < 2
for page in (TRAIN, LOSSES):
    at = AppTest.from_file("lossviz/ui/entry.py", default_timeout=60)
    at.query_params["loss"] = "halved"
    at.switch_page(str(page)).run()
    assert not at.exception, at.exception
    assert any("Halved softmax" in box.options for box in at.selectbox), page
    assert any("h=0.5" in element.value for element in at.latex), [element.value for element in at.latex]
print("everywhere")
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The product's code with a made-up loss on its shelf."""
    for name in ("lossviz", "models", "pages"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)  # names the components to Streamlit
    (tmp_path / "lossviz/losses/halved.py").write_text(CODE)
    (tmp_path / "lossviz/catalog/losses/halved.py").write_text(SHELF)
    return tmp_path


def test_a_made_up_loss_trains_and_stands_on_both_pages(copy: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", USE],
        cwd=copy,
        check=False,
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, "PYTHONPATH": str(copy)},
    )
    assert done.stdout.strip().endswith("everywhere"), done.stderr[-2000:]
