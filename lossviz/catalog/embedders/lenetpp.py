"""lenetpp on the shelf."""

from lossviz.catalog.entries import EmbedderEntry, Paper

ENTRY = EmbedderEntry(
    id="lenetpp",
    name="LeNet++",
    code="models.lenetpp:LeNetPP",
    cost="798 thousand weights, about 70 times slower than patch2",
    trained_a_second=210,
    embedded_a_second=740,
    lr_divisor=10,
    paper=Paper(title="Wen et al. 2016, center loss", url="https://doi.org/10.1007/978-3-319-46478-7_31"),
)
