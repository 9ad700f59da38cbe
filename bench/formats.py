"""What a result costs in events of different formats, side by side: a knockout, groups of four, and a Danish.

``python -m bench.formats [entries]``. One referee enters the results of the first round of three events of one size
through the page, in turns, so that all of them run on the machine in the same minute.
"""

import sys
import tempfile
from typing import Any

from bench.evening import called_tables, log_in_referee, result_of
from bench.events import draw_event, organiser, set_up
from bench.figures import p50, p95
from bench.record import record
from bench.servers import serve

ENTRIES = 1_024
RESULTS = 300
WARM = 20
FORMATS: dict[str, Any] = {
    "knockout": {"kind": "knockout"},
    "groups": {"kind": "groups", "size": 4},
    "danish": {"kind": "danish", "rounds": 5},
}


def main(entries: int) -> dict[str, float]:
    """Return p50 and p95 of a result in milliseconds for each format, and the ratio of its p50 to the knockout's."""
    from_format: dict[str, list[float]] = {name: [] for name in FORMATS}
    with tempfile.TemporaryDirectory(prefix="settebello-bench-") as folder:
        environment = set_up(folder)
        actor = organiser()
        from tournaments.events.writes import rounds

        waiting = {}
        for name, event_format in FORMATS.items():
            event, _made = draw_event(actor, entries, event_format)
            rounds.announce_round(actor=actor, tournament_id=event.pk, number=1)
            waiting[name] = (event.slug, called_tables(event, 1)[: WARM + RESULTS])
        with serve("tournaments.config.asgi:application", environment) as site:
            referee = log_in_referee(site)
            for at in range(min(len(tables) for _slug, tables in waiting.values())):
                for name, (slug, tables) in waiting.items():
                    taken = result_of(slug, *tables[at]).send_by(referee)
                    if at >= WARM:
                        from_format[name].append(taken)
    found: dict[str, float] = {"entries": entries}
    for name, times in from_format.items():
        found |= {f"{name}_p50": p50(times), f"{name}_p95": p95(times)}
        found[f"{name}_ratio"] = p50(times) / p50(from_format["knockout"])
        print(f"{name:<9} p50 {p50(times):.2f} ms, p95 {p95(times):.2f} ms, ratio {found[f'{name}_ratio']:.2f}")
    return found


if __name__ == "__main__":
    record("formats", main(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES))
