"""The hub between visitors and workers, without processes: runs begin once, are joined, and end with their records."""

import sources
from fakes import ANN, BOB, FakeExecutor, finished, play, recipe

from lossviz import pack
from lossviz.runs import Hub, Outcome, Store


def test_the_first_submit_starts_the_workers_once(hub: Hub, executor: FakeExecutor) -> None:
    hub.submit(recipe(1), ANN)
    hub.submit(recipe(2), BOB)
    assert executor.asked.count(("start",)) == 1


def test_a_free_slot_trains_at_once(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    assert run.state == "running"
    assert executor.trained() == [run.key]


def test_one_slot_trains_one_run_at_a_time(hub: Hub) -> None:
    hub.submit(recipe(1), ANN)
    assert hub.submit(recipe(2), BOB).state == "queued"


def test_a_second_visitor_joins_the_live_run(hub: Hub, executor: FakeExecutor) -> None:
    assert hub.submit(recipe(1), ANN) is hub.submit(recipe(1), BOB)
    assert len(executor.trained()) == 1


def test_ten_clicks_make_one_run(hub: Hub, executor: FakeExecutor) -> None:
    for _ in range(10):
        hub.submit(recipe(1), ANN)
    assert len(executor.trained()) == 1


def test_a_finished_run_is_played_and_not_trained_again(hub: Hub, executor: FakeExecutor) -> None:
    run = finished(hub, 1)
    assert hub.submit(recipe(1), BOB) is run
    assert len(executor.trained()) == 1


def test_a_finished_run_is_trained_anew_when_that_is_wished(hub: Hub, executor: FakeExecutor) -> None:
    before = finished(hub, 1)
    run = hub.submit(recipe(1), BOB, anew=True)
    assert (run.attempt, len(executor.trained())) == (2, 2)
    play(hub, run, sources.whole(run.recipe))
    hub.ended(run.key, 2, Outcome("finished"))
    assert hub.run(run.key) is run
    assert run is not before


def test_a_finished_run_stays_when_training_it_anew_is_cut_short(hub: Hub, store: Store) -> None:
    before = finished(hub, 1)
    run = hub.submit(recipe(1), BOB, anew=True)
    play(hub, run, sources.whole(run.recipe)[:2])
    hub.stop(run.key, BOB)
    assert hub.run(run.key) is before
    kept = store.tape(run.key)
    assert kept == b"".join(before.records)
    assert [path.name for path in (store.folder / "tapes").iterdir()] == [f"{run.key}.tape"]


def test_a_finished_run_outlives_the_process(hub: Hub, store: Store, executor: FakeExecutor) -> None:
    run = finished(hub, 1)
    again = Hub(store, lambda _: executor).submit(recipe(1), BOB)
    assert again.state == "finished"
    assert again.records == run.records


def test_a_stopped_run_is_trained_anew_as_the_next_attempt(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.stop(run.key, ANN)
    assert hub.submit(recipe(1), ANN).attempt == 2


def test_readings_and_state_come_from_the_ending(hub: Hub) -> None:
    run = finished(hub, 1)
    assert run.state == "finished"
    assert run.final["readings"] == {"loss": 0.5}


def test_a_failure_that_the_engine_recorded_is_a_failure(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, [sources.header(run.recipe), sources.frame(0), sources.ending("failed", code="health.nan")])
    hub.ended(run.key, 1, Outcome("finished"))
    assert (run.state, run.error) == ("failed", ("health.nan", {}))


def test_a_failure_before_the_first_record_has_its_sentence(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.ended(run.key, 1, Outcome("failed", "refuse.device", {"device": "CUDA"}))
    assert run.error == ("refuse.device", {"device": "CUDA"})


def test_a_record_of_another_attempt_is_refused(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.record(run.key, 2, 0, sources.header(run.recipe, attempt=2))
    assert run.records == []


def test_a_record_out_of_turn_is_refused(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    hub.record(run.key, 1, 1, sources.frame(0))
    assert run.records == []


def test_a_record_of_an_unknown_run_is_refused(hub: Hub) -> None:
    hub.record("f" * 32, 1, 0, sources.frame(0))
    assert hub.run("f" * 32) is None


def test_records_after_stop_are_refused(hub: Hub) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, sources.whole(run.recipe)[:2])
    hub.stop(run.key, ANN)
    before = len(run.records)
    hub.record(run.key, 1, before, sources.frame(1))
    assert len(run.records) == before


def test_a_header_with_an_unknown_pack_has_it_made(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, [sources.header(run.recipe, pack="e" * 32)])
    assert ("pack", "w1", "mnist5k", "e" * 32) in executor.asked
    assert hub.packing("e" * 32)


def test_the_pack_of_a_recorded_run_that_is_gone_is_made_again(hub: Hub, executor: FakeExecutor) -> None:
    run = hub.submit(recipe(1), ANN)
    play(hub, run, [sources.header(run.recipe, pack="e" * 32)])
    hub.packed("e" * 32, None)
    executor.asked.clear()
    assert hub.pack("e" * 32) is None
    assert executor.asked == [("pack", "w1", "mnist5k", "e" * 32)]
    assert hub.packing("e" * 32)


def test_a_pack_that_no_run_has_is_not_made(hub: Hub, executor: FakeExecutor) -> None:
    executor.asked.clear()
    assert hub.pack("d" * 32) is None
    assert executor.asked == []


def test_a_pack_that_is_not_what_it_should_be_is_not_kept(hub: Hub) -> None:
    hub.packed("e" * 32, pack.zipped(b"LVP1"))
    assert hub.pack("e" * 32) is None
