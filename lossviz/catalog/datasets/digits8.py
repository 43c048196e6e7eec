"""The digits inside scikit-learn."""

from lossviz.catalog.entries import DatasetEntry

ENTRY = DatasetEntry(
    id="digits8",
    name="scikit-learn digits",
    code="lossviz.datasets.digits8:load",
    classes=tuple("0123456789"),
    train_size=1297,
    probe_size=500,
    here=True,
    source="Alpaydin and Kaynak 1998, 1,797 digits of 8 × 8 pixels that come with scikit-learn, enlarged to 28 × 28",
    sizes=(128, 131, 128, 132, 131, 131, 131, 129, 126, 130),
)
