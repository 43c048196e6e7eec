"""Eight of the digits inside the app."""

from lossviz.catalog.entries import DatasetEntry

ENTRY = DatasetEntry(
    id="mnist5k8",
    name="MNIST 5k, 0 to 7",
    code="lossviz.datasets.eight:load",
    classes=tuple("01234567"),
    train_size=3200,
    probe_size=800,
    here=True,
    source="the digits 0 to 7 of MNIST 5k, for comparisons with papers that draw eight classes",
    sizes=(400,) * 8,
)
