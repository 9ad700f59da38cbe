"""Writes docs/regulations.md from script/regulations.py: how real regulations are set.

``python -m script.regulations_page`` prints it, ``--update`` writes it; a test holds the page against the code.
"""

import json
from collections.abc import Iterator
from typing import Any

from script.made_page import DOCS, write

PAGE = DOCS / "regulations.md"

HEAD = """# Regulations of real evenings

Made from `script/regulations.py` by
`python -m script.regulations_page --update`; a test holds one against the other.
`tests/tournaments/services/test_real_evenings.py` plays each of these events from its entries to
its final places, closes it and verifies it; the exam of the referees is played in a browser by
`tests/e2e/test_exam.py`.

“Whole” means that the event does all that the regulation says. Briscola, burraco and pinnacola are
written on paper ([rules/punti.md](rules/punti.md)), and so are matches of teams
([rules/squadre.md](rules/squadre.md)); scopone is a preset of Scopa ([rules/scopa.md](rules/scopa.md)).
"""
SET = """## How each is set

The JSON is that of a new event in the API ([api.md](api.md)). The settings of an event in the
browser have the same choices under “Format”, for up to six stages; rankings of one's own are for
the API. After the last round of a stage “Begin the next stage” makes the first tables of the next
one."""


def page() -> str:
    """Return the whole page."""
    from django.utils import translation

    from script.regulations import REGULATIONS

    with translation.override("en"):
        rows = [
            f"| {each.source} | {each.says} | {_formats_of(each)} | {each.missing or 'whole'} |" for each in REGULATIONS
        ]
    table = "\n".join(["| regulation | what it says | played as | what is missing |", "|---|---|---|---|", *rows])
    shown = [part for each in REGULATIONS if each.evenings for part in _set(each)]
    return "\n\n".join([HEAD.rstrip(), table, SET, *shown]) + "\n"


def _formats_of(regulation: Any) -> str:
    from tournaments.competition.formats.registry import format_of
    from tournaments.frame.format_words import inside

    words = [f"{inside(format_of(each.format))}; {each.entries} entries" for each in regulation.evenings]
    return "<br>".join(words) or "not yet"


def _set(regulation: Any) -> Iterator[str]:
    yield f"### {regulation.source}"
    for evening in regulation.evenings:
        yield "\n".join(["```json", *_lines(evening.settings), "```"])


def _lines(settings: dict[str, Any]) -> Iterator[str]:
    """Return the settings with one name a line, and each stage of the format on a line of its own."""
    inner = []
    for name, value in settings.items():
        text = json.dumps(value)
        if name == "format" and "stages" in value:
            parts = ",\n".join(f"    {json.dumps(part)}" for part in value["stages"])
            text = f'{{"kind": "stages", "stages": [\n{parts}\n  ]}}'
        inner.append(f'  "{name}": {text}')
    yield "{\n" + ",\n".join(inner) + "\n}"


if __name__ == "__main__":
    write(PAGE, page)
