"""The few figures of every test run: memory after a log-in, queries a result, a result relative to the floor.

``python -m bench.quick`` prints them as one line of JSON; ``tests/performance`` compares them with docs/figures.json.
The number of queries is exact; memory and the ratio vary with the machine by about a fifth. The ratio is one of
processor time: by the clock it would tell what else the machine does.
"""

import json
import tempfile
from statistics import median

from bench.evening import Evening, floor_server, log_in_referee, play_out, queries_a_result
from bench.events import knockout, organiser, set_up
from bench.record import record
from bench.servers import Browser, serve

SIZE = 64
EVENINGS = 8


def main() -> dict[str, float]:
    """Return megabytes after the log-in, queries of one result, its processor time relative to the bare endpoint's."""
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        actor = organiser()
        ratios: list[float] = []
        with serve("tournaments.config.asgi:application", environment) as site, floor_server() as bare:
            referee, floor = log_in_referee(site), Browser(bare.port)
            memory = site.pss_mb()
            for _ in range(EVENINGS):
                event, _made = knockout(actor, SIZE)
                evening, cpu, floor_cpu = Evening(), site.cpu_seconds(), bare.cpu_seconds()
                play_out(event, actor, referee, floor, evening)
                result = (site.cpu_seconds() - cpu) / len(evening.times)
                bare_result = (bare.cpu_seconds() - floor_cpu) / len(evening.floor)
                ratios.append(result / bare_result if bare_result else 0.0)
        event, _made = knockout(actor, SIZE)
        # The first evening warms both servers.
        return {
            "memory_mb": memory,
            "queries": queries_a_result(event, actor),
            "ratio": median(ratios[1:]),
        }


if __name__ == "__main__":
    found = main()
    record("quick", found)
    print(json.dumps(found))
