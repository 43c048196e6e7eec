"""Where the pages lie; the menu and the links between pages name them by these paths."""

from pathlib import Path

PAGES = Path(__file__).resolve().parents[2] / "pages"
LESSONS = PAGES / "lessons.py"
TRAIN = PAGES / "train.py"
LOSSES = PAGES / "losses.py"
COMPARE = PAGES / "compare.py"
MARGINS = PAGES / "margins.py"
SCALE = PAGES / "scale.py"
CIRCLE = PAGES / "circle.py"
UNIFIED = PAGES / "unified.py"
TRIPLETS = PAGES / "triplets.py"
NOISE = PAGES / "noise.py"
OPENSET = PAGES / "openset.py"
PROJECTIONS = PAGES / "projections.py"
IMBALANCE = PAGES / "imbalance.py"
CLASSIC = PAGES / "classic.py"
