"""Commands that run until they are stopped."""

import signal

from tournaments.upkeep.writes.sweeping import Sweeper


def until_stopped(sweeper: Sweeper) -> int:
    """Do the duties of ``sweeper`` until a signal asks to stop; return how many things were done."""
    for stopping in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stopping, lambda *_: sweeper.stop())
    sweeper.start()
    sweeper.wait()
    return sweeper.done
