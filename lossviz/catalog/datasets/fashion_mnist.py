"""Fashion-MNIST: clothes in the form of MNIST."""

from lossviz.catalog.entries import DatasetEntry

ENTRY = DatasetEntry(
    id="fashion_mnist",
    name="Fashion-MNIST",
    code="lossviz.datasets.idx:fashion_mnist",
    classes=(
        "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot",
    ),
    train_size=60000,
    probe_size=1000,
    here=False,
    source="Xiao et al. 2017, 70,000 photographs of clothes from Zalando",
    megabytes=31,
    sizes=(6000,) * 10,
)  # fmt: skip
