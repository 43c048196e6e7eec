"""patch2 on the shelf."""

from lossviz.catalog.entries import EmbedderEntry

ENTRY = EmbedderEntry(
    id="patch2",
    name="patch2",
    code="models.patch2:Patch2",
    cost="69 thousand weights, about 14,000 digits a second on one core",
)
