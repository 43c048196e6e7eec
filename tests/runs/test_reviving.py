"""Runs that go on where an earlier one was: after a crash, after a restart, and as forks."""

from __future__ import annotations

import sources
from fakes import ANN, BOB, CAT, AtOnce, FakeExecutor, play, recipe

from lossviz import limits
from lossviz.frame import CHECKPOINT, ENDING, FRAME, TAPE
from lossviz.recipe import Recipe
from lossviz.runs import Hub, Outcome, Run, Store
from lossviz.runs.run import frame_header, payload


def some(made: Recipe, frames: int, checkpoints: tuple[int, ...] = (), begun: int = 0) -> list[bytes]:
    """What a worker sends of a run up to frame `frames` - 1, from frame `begun` on."""
    entries = [sources.header(made)]
    for n in range(begun, frames):
        entries.append(sources.frame(n))
        entries += [sources.checkpoint(made, n)] if n in checkpoints else []
    return entries


def kinds(run: Run) -> list[bytes]:
    return [entry[:4] for entry in run.records]


def interrupted(store: Store, executor: FakeExecutor, frames: int = 6, checkpoints: tuple[int, ...] = (0, 3)) -> Hub:
    """A hub that starts after another was killed with a run at frame `frames` - 1."""
    sent = some(recipe(1), frames, checkpoints)
    part = store.folder / "tapes" / f"{recipe(1).key}.part"
    part.write_bytes(b"".join(entry for entry in sent if entry[:4] != CHECKPOINT))
    for step in checkpoints:
        store.checkpoints.keep(recipe(1).key, step, sources.checkpoint(recipe(1), step))
    hub = Hub(Store(store.folder, writer=AtOnce()), lambda _: executor)
    hub.slots({"w1"})
    return hub


def revived(hub: Hub) -> Run:
    run = hub.revive(recipe(1).key, ANN)
    assert run is not None
    return run


# checkpoints go beside the tape


def test_a_checkpoint_is_kept_and_shown_to_nobody(hub: Hub, store: Store) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, some(run.recipe, 4, (0, 3)))
    assert store.checkpoints.steps(run.key) == [0, 3]
    assert CHECKPOINT not in kinds(run)
    assert run.frames == 4


def test_a_checkpoint_of_another_run_is_not_kept(hub: Hub, store: Store) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, [sources.header(run.recipe), sources.frame(0), sources.checkpoint(recipe(2), 0)])
    assert store.checkpoints.steps(run.key) == store.checkpoints.steps(recipe(2).key) == []


# after a restart


def test_a_run_in_progress_is_interrupted_and_says_from_where_it_can_go_on(
    store: Store, executor: FakeExecutor
) -> None:
    hub = interrupted(store, executor)
    run = hub.run(recipe(1).key)
    assert run is not None
    assert (run.state, run.frames, hub.revivable(run)) == ("interrupted", 6, 3)


def test_it_goes_on_from_its_newest_checkpoint(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor)
    run = revived(hub)
    assert executor.starts == [sources.checkpoint(recipe(1), 3)[12:]]
    assert (run.state, run.attempt, run.frames) == ("running", 2, 6)


def test_frames_come_once_whether_repeated_or_not(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor)
    run = revived(hub)
    play(hub, run, [*some(run.recipe, 8, begun=4), sources.ending()], sent=0)
    assert kinds(run) == [TAPE, *[FRAME] * 8, ENDING]
    assert [frame_header(entry)["n"] for entry in run.records[1:-1]] == list(range(8))


def test_its_tape_is_that_of_the_undisturbed_run_but_for_the_attempt(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor)
    run = revived(hub)
    play(hub, run, [*some(run.recipe, 8, begun=4), sources.ending()], sent=0)
    hub.ended(run.key, 2, Outcome("finished"))
    assert hub.store.tape(run.key) == b"".join(
        [sources.header(run.recipe, attempt=2), *some(run.recipe, 8)[1:], sources.ending()]
    )


def test_reviving_twice_is_one_run(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor)
    assert revived(hub) is revived(hub) is hub.revive(recipe(1).key, BOB)
    assert len(executor.trained()) == 1


def test_a_checkpoint_beyond_the_frames_of_a_torn_tape_does_not_count(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor, frames=5, checkpoints=(0, 3, 5))
    run = hub.run(recipe(1).key)
    assert run is not None
    assert (run.frames, hub.revivable(run)) == (5, 3)


def test_a_spoilt_checkpoint_leaves_the_one_before(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor)
    (store.folder / "tapes" / recipe(1).key / "3.ckpt").write_bytes(b"LVC1")
    revived(hub)
    assert executor.starts == [sources.checkpoint(recipe(1), 0)[12:]]


def test_without_a_checkpoint_it_begins_again_and_keeps_its_picture(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor, checkpoints=())
    assert hub.revivable(hub.run(recipe(1).key)) is None  # type: ignore[arg-type]
    run = revived(hub)
    assert (executor.starts, run.frames) == ([None], 6)


def test_a_revived_run_that_waits_shows_what_it_has(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor)
    hub.submit(recipe(2), BOB)
    run = revived(hub)
    assert (run.state, run.frames, payload(run.records[0])["attempt"]) == ("queued", 6, 2)


def test_one_that_leaves_the_queue_again_ends_with_an_ending(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor)
    hub.submit(recipe(2), BOB)
    run = revived(hub)
    hub.stop(run.key, ANN)
    assert (run.state, kinds(run)[-1]) == ("stopped", ENDING)


# stopped by somebody


def stopped(hub: Hub, frames_under_way: int = 2) -> Run:
    """A run stopped after frame 4; its worker was some frames and half a one further."""
    run = hub.submit(recipe(1), ANN)
    play(hub, run, some(run.recipe, 5, (0, 3)))
    hub.stop(run.key, ANN)
    late = [sources.frame(n) for n in range(5, 5 + frames_under_way)]
    play(hub, run, [*late, sources.checkpoint(run.recipe, 60, 6)], sent=6)
    hub.ended(run.key, 1, Outcome("stopped"))
    return run


def test_a_stopped_run_goes_on_from_the_step_at_which_its_worker_stopped(hub: Hub, executor: FakeExecutor) -> None:
    run = stopped(hub)
    assert (hub.revivable(run), run.frames) == (60, 5)
    again = revived(hub)
    assert again.frames == 7
    assert executor.starts[-1] == sources.checkpoint(run.recipe, 60, 6)[12:]


def test_a_checkpoint_after_frames_that_were_lost_does_not_count(hub: Hub) -> None:
    assert hub.revivable(stopped(hub, frames_under_way=1)) == 3


def test_a_spoilt_checkpoint_is_not_offered(hub: Hub, store: Store) -> None:
    run = stopped(hub)
    (store.folder / "tapes" / run.key / "60.ckpt").write_bytes(b"LVC1")
    assert hub.revivable(run) == 3


def test_finished_runs_are_not_revived(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, sources.whole(run.recipe))
    hub.ended(run.key, 1, Outcome("finished"))
    assert hub.revive(run.key, ANN) is run
    assert hub.revivable(run) is None
    assert len(executor.trained()) == 1


def test_there_is_nothing_to_revive_under_an_unknown_key(hub: Hub) -> None:
    assert hub.revive("f" * 32, ANN) is None
    assert hub.revive("../x", ANN) is None


def test_a_run_that_failed_by_itself_offers_no_resume(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, [*some(run.recipe, 4, (0, 3)), sources.ending("failed", code="health.nan")])
    hub.ended(run.key, 1, Outcome("finished"))
    assert hub.revivable(run) is None


# a worker dies, or all


def test_a_run_whose_worker_died_offers_its_checkpoint(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, some(run.recipe, 5, (0, 3)))
    hub.slots(set())
    assert (run.state, hub.revivable(run)) == ("failed", 3)


def test_when_all_workers_are_lost_runs_wait_and_go_on(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, some(run.recipe, 5, (0, 3)))
    hub.lost()
    assert (run.state, run.frames) == ("queued", 5)
    hub.slots({"w2"})
    assert (run.state, run.attempt) == ("running", 2)
    assert executor.starts == [None, sources.checkpoint(run.recipe, 3)[12:]]


def test_they_go_on_before_those_that_waited(hub: Hub) -> None:
    first, second = hub.submit(recipe(1), ANN), hub.submit(recipe(2), BOB)
    hub.lost()
    hub.slots({"w1"})
    assert (first.state, second.state) == ("running", "queued")


def test_records_of_the_attempt_before_are_refused(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, some(run.recipe, 5))
    hub.lost()
    hub.slots({"w1"})
    hub.record(run.key, 1, 6, sources.frame(5))
    hub.ended(run.key, 1, Outcome("finished"))
    assert (run.frames, run.state) == (5, "running")


def test_a_run_that_loses_its_workers_again_and_again_has_failed(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    for _ in range(1 + limits.RETURNS):
        assert run.live
        hub.lost()
        hub.slots({"w1"})
    assert run.error == ("state.process_died", {})


def test_stop_ends_a_run_that_went_back_to_the_queue(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, some(run.recipe, 5))
    hub.lost()
    assert hub.stop(run.key, ANN)
    assert (run.state, kinds(run)[-1]) == ("stopped", ENDING)


# forks

EDITED = recipe(1).but(edits=((4, "lr", 0.001), (4, "epochs", 2)))


def parent(hub: Hub, checkpoints: tuple[int, ...] = (0, 3, 6)) -> Run:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, some(run.recipe, 8, checkpoints))
    return run


def test_a_fork_begins_at_the_parents_checkpoint_before_the_edit(hub: Hub, executor: FakeExecutor) -> None:
    parent(hub)
    hub.slots({"w1", "w2"})
    hub.submit(EDITED, BOB)
    assert executor.starts[-1] == sources.checkpoint(recipe(1), 3)[12:]


def test_a_fork_shows_the_frames_up_to_the_edit_at_once(hub: Hub) -> None:
    parent(hub)
    hub.slots({"w1", "w2"})
    fork = hub.submit(EDITED, BOB)
    play(hub, fork, [sources.header(EDITED)])
    assert fork.frames == 5
    assert payload(fork.records[0])["key"] == EDITED.key
    play(hub, fork, some(EDITED, 7, begun=4)[1:], sent=1)
    assert [frame_header(entry)["n"] for entry in fork.records[1:]] == list(range(7))


def test_a_fork_without_a_checkpoint_begins_at_the_start_and_shows_its_frames_all_the_same(
    hub: Hub, executor: FakeExecutor
) -> None:
    parent(hub, checkpoints=())
    hub.slots({"w1", "w2"})
    fork = hub.submit(EDITED, BOB)
    play(hub, fork, [sources.header(EDITED)])
    assert (executor.starts[-1], fork.frames) == (None, 5)


def test_viewers_of_the_parent_stay(hub: Hub) -> None:
    run = parent(hub)
    hub.slots({"w1", "w2"})
    hub.submit(EDITED, BOB)
    assert (run.state, run.frames) == ("running", 8)


def test_a_fork_of_a_recorded_run_goes_on_from_its_checkpoint(store: Store, executor: FakeExecutor) -> None:
    hub = interrupted(store, executor)
    hub.submit(EDITED, CAT)
    assert executor.starts == [sources.checkpoint(recipe(1), 3)[12:]]


def test_a_fork_whose_parent_nobody_knows_is_trained_whole(hub: Hub, executor: FakeExecutor) -> None:
    fork = hub.submit(EDITED, ANN)
    play(hub, fork, [sources.header(EDITED), sources.frame(0)])
    assert (executor.starts, fork.frames) == ([None], 1)


def test_a_fork_of_a_fork_falls_back_on_the_first_parents_checkpoint(hub: Hub, executor: FakeExecutor) -> None:
    hub.slots({"w1", "w2", "w3"})
    parent(hub)
    fork = hub.submit(EDITED, BOB)
    play(hub, fork, some(EDITED, 7, begun=4))
    twice = hub.submit(EDITED.but(edits=(*EDITED.edits, (5, "loss", "softmax"))), CAT)
    assert executor.starts[-1] == sources.checkpoint(recipe(1), 3)[12:]
    play(hub, twice, [sources.header(twice.recipe)])
    assert twice.frames == 6
