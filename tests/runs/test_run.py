"""A run as its followers see it."""

import asyncio
import threading

import sources
from fakes import recipe

from lossviz.frame import Frame, Tape
from lossviz.runs import Outcome, Run

WHOLE = sources.whole(recipe(1), frames=5)


def over(entries: list[bytes]) -> Run:
    run = Run(recipe(1))
    run.records = list(entries)
    run.end(Outcome("finished"))
    return run


def followed(run: Run, frame: int) -> list[bytes]:
    async def collect() -> list[bytes]:
        return [entry async for entry in run.follow(frame)]

    return asyncio.run(collect())


def test_from_the_start_the_header_comes_first() -> None:
    assert followed(over(WHOLE), 0) == WHOLE


def test_from_a_later_frame_neither_header_nor_earlier_frames_come() -> None:
    assert followed(over(WHOLE), 3) == WHOLE[4:]


def test_beyond_the_end_the_ending_comes() -> None:
    assert followed(over(WHOLE), 99) == WHOLE[-1:]


def test_to_one_who_has_every_frame_the_ending_comes() -> None:
    assert followed(over(WHOLE), 5) == WHOLE[-1:]


def test_what_comes_while_following_is_followed_from_any_thread() -> None:
    run = Run(recipe(1))

    def feed() -> None:
        for entry in WHOLE:
            run.append(entry)
        run.end(Outcome("finished"))

    async def collect() -> list[list[bytes]]:
        async def one() -> list[bytes]:
            return [entry async for entry in run.follow()]

        readers = [asyncio.create_task(one()) for _ in range(3)]
        await asyncio.sleep(0)
        threading.Thread(target=feed).start()
        return await asyncio.gather(*readers)

    assert asyncio.run(collect()) == [WHOLE] * 3


def test_a_tape_gives_the_same_records() -> None:
    run = Run.from_tape(recipe(1).key, Tape.from_bytes(b"".join(WHOLE)))
    assert run.records == WHOLE
    assert run.state == "finished"


def test_a_tape_without_ending_was_interrupted() -> None:
    run = Run.from_tape(recipe(1).key, Tape.from_bytes(b"".join(WHOLE[:4])))
    assert (run.state, run.final["step"]) == ("interrupted", 2)


def test_the_view_of_an_ending_holds_the_widest_frame() -> None:
    run = over(WHOLE[:-1])
    widest = max(Frame.unpack(entry[12:]).half_width for entry in WHOLE[1:-1])
    assert run.ending(Outcome("stopped"))["limit"] == widest


def test_the_last_frame_tells_the_step() -> None:
    assert over(WHOLE).last["step"] == 4


# glances


def test_a_glance_comes_behind_the_newest_frame_and_stays_off_the_records() -> None:
    run = Run(recipe(1))
    run.records = WHOLE[:3]
    run.show(sources.glance(7))

    async def first(frame: int, number: int) -> list[bytes]:
        following = run.follow(frame)
        return [await anext(following) for _ in range(number)]

    assert asyncio.run(first(1, 2)) == [WHOLE[2], sources.glance(7)]
    assert run.records == WHOLE[:3]
    assert run.step == 7


def test_the_next_frame_takes_a_glance_away() -> None:
    run = over(WHOLE[:2])
    run.show(sources.glance(0))
    run.append(WHOLE[2])
    run.append(WHOLE[-1])
    assert followed(run, 0) == [*WHOLE[:3], WHOLE[-1]]
    assert run.step == 1


def test_each_new_glance_is_followed_once() -> None:
    run = Run(recipe(1))
    run.records = WHOLE[:1]

    async def seen() -> list[bytes]:
        following, found = run.follow(), []
        found.append(await anext(following))
        for n in (1, 2):
            run.show(sources.glance(n))
            found.append(await anext(following))
        run.append(WHOLE[-1])
        run.end(Outcome("finished"))
        return [*found, *[entry async for entry in following]]

    assert asyncio.run(seen()) == [WHOLE[0], sources.glance(1), sources.glance(2), WHOLE[-1]]
