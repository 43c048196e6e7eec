"""The full MNIST."""

from lossviz.catalog.entries import DatasetEntry

ENTRY = DatasetEntry(
    id="mnist",
    name="MNIST",
    code="lossviz.datasets.idx:mnist",
    classes=tuple("0123456789"),
    train_size=60000,
    probe_size=1000,
    here=False,
    source="LeCun et al. 1998, 70,000 handwritten digits",
    megabytes=12,
    sizes=(5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949),
)
