"""The few figures of every test run: memory after a log-in, queries a result, a result relative to the floor.

``python -m bench.quick`` prints them as one line of JSON; ``tests/performance`` compares them with docs/figures.json.
The number of queries is exact; memory and the ratio vary with the machine by about a fifth.
"""

import json
import tempfile
from statistics import median

from bench.evening import Evening, floor_server, logged_in, play_out, queries_a_result
from bench.events import knockout, organiser, set_up
from bench.figures import p50
from bench.record import record
from bench.servers import Browser, serve

SIZE = 64
EVENINGS = 4


def main() -> dict[str, float]:
    """Print megabytes after the log-in, queries of one result, its median time as a multiple of the bare endpoint's."""
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        actor = organiser()
        ratios: list[float] = []
        with serve("tournaments.config.asgi:application", environment) as site, floor_server() as bare:
            referee, floor = logged_in(site), Browser(bare.port)
            memory = site.pss_mb()
            for _ in range(EVENINGS):
                event, _made = knockout(actor, SIZE)
                evening = Evening()
                play_out(event, actor, referee, floor, evening)
                ratios.append(p50(evening.times) / p50(evening.floor))
        event, _made = knockout(actor, SIZE)
        # The first evening warms both servers.
        return {
            "memory_mb": memory, "queries": queries_a_result(event, actor), "ratio": median(ratios[1:]),
        }  # fmt: skip


if __name__ == "__main__":
    found = main()
    record("quick", found)
    print(json.dumps(found))
