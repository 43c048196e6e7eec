"""linear on the shelf."""

from lossviz.catalog.entries import EmbedderEntry

ENTRY = EmbedderEntry(
    id="linear",
    name="Linear map",
    code="models.linear:Linear",
    cost="one weight a pixel and coordinate, no network",
    trained_a_second=57_000,
    embedded_a_second=1_000_000,
)
