"""KMNIST: cursive Japanese characters in the form of MNIST."""

from lossviz.catalog.entries import DatasetEntry

ENTRY = DatasetEntry(
    id="kmnist",
    name="KMNIST",
    code="lossviz.datasets.idx:kmnist",
    classes=("お o", "き ki", "す su", "つ tsu", "な na", "は ha", "ま ma", "や ya", "れ re", "を wo"),
    train_size=60000,
    probe_size=1000,
    here=False,
    source="Clanuwat et al. 2018, 70,000 hiragana from old Japanese books",
    megabytes=21,
    sizes=(6000,) * 10,
)
