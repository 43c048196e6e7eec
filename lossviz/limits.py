"""Every limit in one place; the sentence that a reader sees when one is met stands in `lossviz.text`."""

from __future__ import annotations

MB = 1024 * 1024

# a recipe
LARGEST_BATCH = 2048
LARGEST_DIM = 128
MOST_EPOCHS = 200
LARGEST_SEED = 2**31 - 1
MOST_EDITS = 20
LONGEST_DATA_ID = 4096
"""A strained set's id may list the digits that are left out."""

# a visitor and the queue: refuse.runs, refuse.queue_full
RUNNING_PER_VISITOR = 4
"""As many as a comparison has; more than one only while nobody else waits."""
WAITING_PER_VISITOR = 4
LONGEST_QUEUE = 100
LONELY_SECONDS = 60.0
NO_PROGRESS_SECONDS = 60.0
WORKERS_GONE_SECONDS = 30.0

# a stored run
LARGEST_TAPE = 64 * MB
TAPES_KEPT = 500
LARGEST_CHECKPOINT = 64 * MB
LARGE_CHECKPOINT = 4 * MB
"""Of a run whose checkpoints are larger than this only the newest is kept."""
CHECKPOINTS_KEPT = 1024 * MB
PACKS_KEPT, PACK_BYTES_KEPT, PACKS_IN_MEMORY = 400, 256 * MB, 20
"""Thumbnails and labels of data sets: more sets than own data may be, so that a pack that is in use stays."""
RETURNS = 3
"""How often a run goes back to the queue when the workers are lost all at once; then it has failed."""

# saved comparisons: of one visitor, of how many visitors, and a visitor's list in bytes
COMPARISONS_PER_VISITOR, COMPARERS_KEPT = 50, 2000
LARGEST_COMPARISONS = MB

# a file of a data set that is fetched
LARGEST_DOWNLOAD = 64 * MB

# an own file: its bytes, what they unpack to, what it holds, and how much of it all is kept
LARGEST_UPLOAD, LARGEST_UNPACKED = 8 * MB, 64 * MB
FEWEST_IMAGES, MOST_IMAGES, FEWEST_OF_A_CLASS = 50, 10_000, 5
SMALLEST_SIDE, LARGEST_SIDE = 8, 512
MOST_OWN_CLASSES = 30
MOST_ROWS, MOST_POINTS, MOST_MEASURED = 100_000, 10_000, 2000
"""Embeddings that a file may hold, that are drawn, and whose neighbours are sought."""
LARGEST_OWN_DIM = 512
LONGEST_NAME = 64
OWN_PER_VISITOR, OWN_BYTES_PER_VISITOR = 5, 40 * MB
OWN_KEPT, OWN_BYTES_KEPT = 200, 1024 * MB
UPLOADS_PER_PAGE = 3

# drawn digits: how many are kept in memory, embedded at the same time, and at how many keyframes at once; how often
# one visitor may draw, digits a second and at once
DRAWINGS_KEPT, DRAWINGS_AT_ONCE, KEYFRAMES_AT_ONCE = 500, 4, 16
DRAWING_RATE, DRAWING_BURST = 2.0, 10

# questions about trained runs: at the same time, of one visitor; and what is kept of answers
STUDIES_AT_ONCE, STUDIES_PER_VISITOR = 8, 3
STUDIES_IN_MEMORY, STUDIES_KEPT, STUDY_BYTES_KEPT, LARGEST_STUDY = 24, 400, 256 * MB, 32 * MB

# the sockets: messages a second, burst, bytes a message, sockets
STREAMLIT_RATE, STREAMLIT_BURST = 5.0, 10
STAGE_RATE, STAGE_BURST, STAGE_MESSAGE = 40.0, 80, 64
WISH_RATE, WISH_BURST = 10.0, 10
"""Wishes about training, single steps most of all: each goes to a worker."""
SOCKETS_PER_ADDRESS, SOCKETS = 150, 400
