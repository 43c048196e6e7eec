"""The full MNIST, from the folder named by LOSSVIZ_DATA."""

from lossviz.catalog.entries import DatasetEntry

ENTRY = DatasetEntry(
    id="mnist",
    name="MNIST",
    code="lossviz.datasets.mnist:load",
    classes=tuple("0123456789"),
    train_size=60000,
    probe_size=1000,
    here=False,
    source="LeCun et al. 1998, 60,000 digits; its files are looked for in LOSSVIZ_DATA",
)
