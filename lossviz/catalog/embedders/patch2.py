"""patch2 on the shelf."""

from lossviz.catalog.entries import EmbedderEntry

ENTRY = EmbedderEntry(
    id="patch2",
    name="patch2",
    code="models.patch2:Patch2",
    cost="69 thousand weights, made for training live",
    trained_a_second=14_000,
    embedded_a_second=60_000,
)
