"""What somebody says of a list that is shown: what its columns hold, and what its rows mean."""

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tournaments.entries.forms.entry_file import (
    AN_ENTRY,
    DROP,
    LEFT_OUT,
    MOST_COLUMNS,
    MOST_ROWS,
    ON_WAITING,
    TAKEN,
    TYPED,
    WITH_OTHERS,
    EntryFile,
)
from tournaments.guessing.columns import ROLES
from tournaments.guessing.headings import NOTHING
from tournaments.guessing.text import DELIMITERS, NO_DELIMITER

# Rows to look at that are shown with fields to type in: a form has a thousand fields at most.
MOST_MENDED: Final = 40
# The delimiter as a form sends it.
NAMES: Final[Mapping[str, str]] = MappingProxyType({**{sign: sign for sign in DELIMITERS}, "none": NO_DELIMITER})
_KEY: Final = re.compile(r"\d{1,5}b?", re.ASCII)
_CODE: Final = re.compile(r"[a-z_]{2,20}", re.ASCII)
# Letters of all decisions about a list, and of one.
LONGEST_CHOSEN: Final = 400_000
LONGEST_DECISION: Final = 600
# The fields of a row that is typed: the parts of the names of three people at most.
FIELDS: Final = ("f1", "g1", "f2", "g2", "f3", "g3")


def list_settings(post: Mapping[str, str]) -> dict[str, Any]:
    """Return what a posted form says of a list, as ``read_entries`` takes it; empty for a new list."""
    delimiter = NAMES.get(post.get("delimiter", ""), "")
    if not delimiter:
        return {}
    roles = [post.get(f"c{place}", NOTHING) for place in range(MOST_COLUMNS) if f"c{place}" in post]
    said = {
        "columns": tuple(role if role in ROLES else NOTHING for role in roles),
        "before": tuple(post.get("before", "").split(",")),
        "has_heading": "heading" in post,
        "delimiter": delimiter,
        "unseen": _kept_texts(post.get("unseen", "")),
    }
    if said["columns"] == said["before"] and said["has_heading"] == (post.get("headed") == "1"):
        # Nobody has said anything of the columns: they are guessed again, each block on its own.
        said.update(columns=(), before=(), has_heading=None)
    return said


def name_of(delimiter: str) -> str:
    """Return a delimiter as a form sends it."""
    return "none" if delimiter == NO_DELIMITER else delimiter


def row_decisions(post: Mapping[str, str], read: EntryFile | None = None) -> dict[str, str]:
    """Return the decisions about rows that a form keeps, with the one of the button that was pressed.

    ``read`` is the list as it was shown, for a decision about all rows with the same doubt.
    """
    chosen = _kept_texts(post.get("chosen", ""))
    if "undo" in post and chosen:
        last = next((key for key in reversed(chosen) if chosen[key] != TAKEN), "")
        chosen.pop(last, None)
    key, _colon, code = post.get("pick", "").partition(":")
    if _KEY.fullmatch(key) and _CODE.fullmatch(code):
        _decide(
            chosen, key, f"{chosen.get(key, '')} {code}".strip() if not chosen.get(key, "").startswith(TYPED) else code
        )
    for name, code in (("drop", DROP), ("entry", AN_ENTRY)):
        if _KEY.fullmatch(post.get(name, "")):
            _decide(chosen, post[name], code)
    key, _colon, code = post.get("section", "").partition(":")
    if _KEY.fullmatch(key) and code in (WITH_OTHERS, ON_WAITING, LEFT_OUT):
        _decide(chosen, key, code)
    if _KEY.fullmatch(key := post.get("typed", "")):
        parts = [post.get(f"t{key}{field}", "")[:80] for field in FIELDS]
        names = [parts[place : place + 2] for place in range(0, len(FIELDS), 2)]
        people = [name for name in names if any(part.strip() for part in name)]
        if people:
            _decide(chosen, key, TYPED + json.dumps(people, ensure_ascii=False))
    why, _colon, code = post.get("all", "").partition(":")
    if read is not None and _CODE.fullmatch(code):
        for row in read.to_look_at:
            if row.why[0].code == why and any(choice.code == code for choice in row.choices):
                _decide(chosen, row.key, f"{chosen.get(row.key, '')} {code}".strip())
    return chosen


def with_taken(chosen: Mapping[str, str], read: EntryFile) -> dict[str, str]:
    """Return the decisions after the sure rows were taken: they are not taken again."""
    return {**chosen, **{row.key: TAKEN for row in read.rows if row.state == "good"}}


def settings_of_list(read: EntryFile, said: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Any]:
    """The same of a list that was read, to read what is left of it in the same way."""
    return {
        **{name: value for name, value in said.items() if value},
        "delimiter": read.delimiter,
        "chosen": dict(chosen),
    }


def _decide(chosen: dict[str, str], key: str, decision: str) -> None:
    """Keep a decision as the last one that was made."""
    chosen.pop(key, None)
    if len(decision) <= LONGEST_DECISION:
        chosen[key] = decision


def _kept_texts(said: str) -> dict[str, str]:
    """Return texts by the keys of rows, as a form keeps them; empty for anything else."""
    try:
        kept = json.loads(said[:LONGEST_CHOSEN]) if said else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict) or len(kept) > 2 * MOST_ROWS:
        return {}
    return {
        key: value
        for key, value in kept.items()
        if _KEY.fullmatch(key) and isinstance(value, str) and len(value) <= LONGEST_DECISION
    }
