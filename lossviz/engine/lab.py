"""Where the frames of a run are developed: its moments enter, frames and pictures leave.

Moments with kept weights go to a second process on a CPU; on other devices, or where none can be had, they stay here.
"""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import cached_property

from lossviz.datasets import Digits
from lossviz.engine import helper
from lossviz.engine.camera import Camera, Picture
from lossviz.engine.helper import Helper
from lossviz.engine.moment import Kept, Moment
from lossviz.engine.readings import Labelled
from lossviz.engine.twin import Developed, Exposed, developed, seal, tensor, tensors
from lossviz.frame import Frame

ANSWER = "lossviz.engine.twin:answer"


class Lab:
    """Develops what a camera sees of these digits. seconds: CPU seconds that frames took in the second process."""

    def __init__(self, camera: Camera, digits: Digits) -> None:
        self._camera, self._digits = camera, digits
        self.seconds = 0.0

    @cached_property
    def _helper(self) -> Helper | None:
        return helper.at_hand(ANSWER) if self._camera.trainer.device.type == "cpu" else None

    def ready(self) -> bool:
        """Whether frames can be developed beside the training by now; the first call starts what that takes."""
        if self._camera.trainer.device.type != "cpu":
            return True
        return self._helper is not None and self._helper.ready()

    def frame(self, moment: Moment, picture: Picture | None = None) -> tuple[Frame, Picture]:
        """The next frame, and its picture unless that is given. Raises NotFinite.

        Whatever goes wrong in the second process is done again here, where it goes wrong likewise or not at all.
        """
        found = None if moment.kept is None else self._from_helper(moment, moment.kept)
        return developed(self._camera, moment, picture) if found is None else self._counted(found)

    def _from_helper(self, moment: Moment, kept: Kept) -> Developed | None:
        if self._helper is None:
            return None
        exposed = Exposed.of(moment, kept, self._camera, seal(self._digits))
        reply = self._helper.ask(pickle.dumps(exposed))
        found: Developed | None = pickle.loads(reply) if reply else None
        return found

    def _counted(self, found: Developed) -> tuple[Frame, Picture]:
        """Frame and picture as if the camera itself had taken them."""
        camera, frame = self._camera, replace(found.frame)
        probe = Labelled(features=tensor(found.features), labels=camera.labels, classes=camera.classes)
        nothing = {"vectors": None, "bias": None, "centres": None, "scores": None}
        picture = Picture(probe=probe, **{**nothing, **tensors(found.owned)})
        camera.watch.restore(found.watch)
        camera.taken += 1
        camera.last = frame.step, picture
        self.seconds += found.seconds
        return frame, picture
