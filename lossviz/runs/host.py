"""The process that holds the workers: how many enters by the command line, the scheduler's address leaves by stdout.

    python -m lossviz.runs.host 2

It stands between the web process and the workers for two reasons. Workers are spawned, and a spawned process
runs its parent's main module again: here that is this small file, never Streamlit's launcher. And it ends with
its parent, however that ends: stdin closes, and the whole session of processes is killed.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sys
import tempfile
import threading
import traceback
from typing import Any

KEPT_MEMORY = {"MALLOC_MMAP_THRESHOLD_": 2**25, "MALLOC_TRIM_THRESHOLD_": 2**26}
"""glibc keeps that much freed memory for the next step, as it does by itself. Dask's workers would give everything back
at once and be handed it anew page by page, a million and a half times in one run of 20 epochs: 1.6 times its CPU."""

SETTINGS = {
    "distributed.scheduler.allowed-failures": 0,  # a killed run must fail, not start again at frame 0
    "distributed.admin.low-level-log-length": 16,  # every topic keeps its events; frames are 16 kB and more
    "distributed.worker.multiprocessing-method": "spawn",
    "distributed.worker.profile.enabled": False,  # a statistical profiler that takes the training's time
    # what an idle cluster would look at many times a second, 8% of a core in all; so it is 1.5%
    "distributed.admin.tick.interval": "500ms",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.scheduler.work-stealing": False,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.nanny.pre-spawn-environ": {
        "OMP_NUM_THREADS": 1,
        "MKL_NUM_THREADS": 1,
        "OPENBLAS_NUM_THREADS": 1,
        **KEPT_MEMORY,
    },
    "distributed.scheduler.http.routes": [],  # no dashboard, no metrics
    "distributed.worker.http.routes": [],
}


def main(workers: int) -> None:
    """Serves until stdin ends. Begin it in a session of its own, since it ends with its whole process group."""
    scratch = tempfile.mkdtemp(prefix="lossviz-")
    watch = threading.Thread(target=end_with_parent, args=(scratch,))
    watch.start()
    try:
        cluster = local_cluster(workers, scratch)
        print(cluster.scheduler_address, flush=True)
        watch.join()
    except BrokenPipeError:
        watch.join()
    except Exception:
        traceback.print_exc()
        end(scratch)


def end_with_parent(scratch: str) -> None:
    """Waits for the end of stdin, which comes however the parent ends, and also while workers are still starting."""
    sys.stdin.buffer.read()
    end(scratch)


def end(scratch: str) -> None:
    """Removes the workers' folder and kills every process of this group, itself too."""
    shutil.rmtree(scratch, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


def local_cluster(workers: int, scratch: str) -> Any:
    """A cluster of processes with one thread each that only this machine can reach."""
    import dask
    from distributed import LocalCluster

    dask.config.set(SETTINGS)
    return LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0",
        local_directory=scratch,
        silence_logs=logging.ERROR,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
