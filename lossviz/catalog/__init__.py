"""The shelf: one small file per loss, embedder and data set, found by looking into the folders. No torch."""

from lossviz.catalog.cost import cpu_seconds, longest_wait, times_usual
from lossviz.catalog.edits import base, edited, in_force, steps_of
from lossviz.catalog.entries import (
    DatasetEntry,
    EmbedderEntry,
    LossEntry,
    Paper,
    Training,
    dataset,
    datasets,
    embedders,
    losses,
)
from lossviz.catalog.resolve import (
    FIELDS,
    OPTIMISER,
    USUAL_EMBEDDER,
    changed,
    fields,
    from_written,
    knob_params,
    owner,
    resolve,
    written,
)

__all__ = [
    "FIELDS",
    "OPTIMISER",
    "USUAL_EMBEDDER",
    "DatasetEntry",
    "EmbedderEntry",
    "LossEntry",
    "Paper",
    "Training",
    "base",
    "changed",
    "cpu_seconds",
    "dataset",
    "datasets",
    "edited",
    "embedders",
    "fields",
    "from_written",
    "in_force",
    "knob_params",
    "longest_wait",
    "losses",
    "owner",
    "resolve",
    "steps_of",
    "times_usual",
    "written",
]
