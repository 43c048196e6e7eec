"""mlp on the shelf."""

from lossviz.catalog.entries import EmbedderEntry

ENTRY = EmbedderEntry(
    id="mlp",
    name="MLP",
    code="models.mlp:Mlp",
    cost="218 thousand weights and no convolution",
    trained_a_second=24_000,
    embedded_a_second=180_000,
)
