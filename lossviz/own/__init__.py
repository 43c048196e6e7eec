"""People's own data: uploaded bytes enter, checked arrays, a file on the shelf and an id leave. No torch, no pickle.

`read` checks files as they came and gives Images, which a run can train on, or Points, which are drawn as they are.
Both are kept under an id that is made of their digest, so that who has the id has the data, and nobody else.
"""

from lossviz.own.images import Images
from lossviz.own.kept import (
    About,
    about,
    arrays,
    features,
    is_own,
    keep_features,
    keep_images,
    keep_points,
    tape,
    told,
)
from lossviz.own.names import clean, file_name
from lossviz.own.points import Points
from lossviz.own.still import pack_of, tape_of
from lossviz.own.upload import read

__all__ = [
    "About",
    "Images",
    "Points",
    "about",
    "arrays",
    "clean",
    "features",
    "file_name",
    "is_own",
    "keep_features",
    "keep_images",
    "keep_points",
    "pack_of",
    "read",
    "tape",
    "tape_of",
    "told",
]
