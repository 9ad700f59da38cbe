"""The scoresheet as the values of a form, both ways: every refusal names the field of the form and what was typed."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from scopa import rank_checks, scoring, sheet, sheet_checks, sheet_score
from scopa.cards import RANKS, SUITS
from scopa.errors import Faults, RefusalError, brief
from scopa.primiera import COUNTED, Ranks
from scopa.rules import Rules
from scopa.sheet import AWARDED, DEPTHS, LINES, OF_PLAYERS, PLAYERS, Owner, Winners

Json: TypeAlias = Any
Form: TypeAlias = Mapping[str, str]

OWNER_OF_WORD: Final[Mapping[str, Owner]] = {"a": 0, "b": 1, "none": None, "each": "each"}
WORD_OF_OWNER: Final[Mapping[Owner, str]] = {owner: word for word, owner in OWNER_OF_WORD.items()}

NO_RANKS: Final = "----"
_WHOLE: Final = re.compile(r"-?[0-9]{1,6}")


def read(rules: Rules, form: Form) -> dict[str, Json]:
    """The sheet that the form says; raises RefusalError with every field that is missing or cannot be read."""
    depth = typed(form, "depth")
    if depth not in DEPTHS:
        raise RefusalError("depth_unknown", field="depth", typed=brief(depth))
    _check_size(rules, depth, typed(form, "size"))
    found = {"depth": depth} | READ[depth](rules, form)
    return found | {"tiebreak": whole(form, "tiebreak", missing=0), "last_capture": _read_last_capture(form)}


def _check_size(rules: Rules, depth: str, size: str) -> None:
    """Where it is known how many people make a line, pairs whose players score their own are counted by player."""
    if size == "2" and rules.scores_players and depth in ("awards", "counts"):
        raise RefusalError("depth_of_players", field="depth")
    if size == "1" and depth in OF_PLAYERS:
        raise RefusalError("depth_of_lines", field="depth")


def typed(form: Form, field: str) -> str:
    """What was typed into ``field``, without the blanks around it; nothing when the form has no such field."""
    return form.get(field, "").strip()


def whole(form: Form, field: str, missing: int | None = None) -> int:
    """The whole number typed into ``field``; raises RefusalError when there is none."""
    text = typed(form, field)
    if not text and missing is not None:
        return missing
    if not text:
        raise RefusalError("number_missing", field=field)
    if not _WHOLE.fullmatch(text):
        raise RefusalError("whole_number", field=field, typed=text[:40])
    return int(text)


def _pair(form: Form, name: str) -> list[int]:
    faults, found = Faults(), []
    for line in LINES:
        with faults.noting():
            found.append(whole(form, f"{name}_{line}"))
    faults.refuse()
    return found


def _owner(form: Form, field: str) -> Owner:
    text = typed(form, field)
    if not text:
        raise RefusalError("choice_missing", field=field)
    if text not in OWNER_OF_WORD:
        raise RefusalError("owner_unknown", field=field, typed=text[:40])
    return OWNER_OF_WORD[text]


def _read_last_capture(form: Form) -> int | None:
    text = typed(form, "last_capture")
    if text not in ("", "a", "b"):
        raise RefusalError("last_capture_unknown", field="last_capture", typed=text[:40])
    return LINES.index(text) if text else None


def _read_points(rules: Rules, form: Form) -> dict[str, Json]:
    points = _pair(form, "points")
    if points == [0, 0] and rules.all_taken and rules.settebello:
        # Sheets that were kept before this was asked still count as they did.
        raise RefusalError("points_none", field="points_a")
    return {"points": points}


def _read_awards(rules: Rules, form: Form) -> dict[str, Json]:
    faults = Faults()
    found: dict[str, Json] = {}
    for category in AWARDED:
        with faults.noting():
            found[category] = _owner(form, category)
    with faults.noting():
        found["sweeps"] = _pair(form, "sweeps")
    faults.refuse()
    return found


def _read_counts(rules: Rules, form: Form) -> dict[str, Json]:
    """Counts, and the primiera by its winner or by what was counted of it; both may be given when they agree.

    A sum that is wrong is said before an answer that is missing.
    """
    faults, sums = Faults(), Faults()
    found: dict[str, Json] = {}
    for name, read_one in READ_COUNTS.items():
        with faults.noting():
            found[name] = read_one(form, name)
    with faults.noting():
        found |= _read_primiera(rules, form)
    for name, most in sheet_checks.WHOLES.items():
        with sums.noting():
            if name in found:
                sheet_checks.check_sum(rules, name, found[name], most)
    sums.found += faults.found
    if faults.found:
        sums.refuse()
    return found


def _read_primiera(rules: Rules, form: Form) -> dict[str, Json]:
    counted = _read_ranks(form) if rules.counts_ranks else _read_best(form)
    if counted is None:
        return {"best": None, "primiera": _owner(form, "primiera")}
    if typed(form, "primiera") and sheet_score.owner(_won(rules, counted)) != _owner(form, "primiera"):
        raise RefusalError(_contradicts(rules), field="primiera")
    return counted


def _contradicts(rules: Rules) -> str:
    return "primiera_contradicts_ranks" if rules.counts_ranks else "primiera_contradicts"


def _won(rules: Rules, counted: Mapping[str, Json]) -> Winners:
    """Who has the primiera by what was counted of it."""
    if not rules.counts_ranks:
        read_best = sheet.best_from_json if len(counted["best"]) == len(LINES) else sheet.best_of_players
        return sheet_score.primiera_winners(rules, read_best(counted["best"]))
    ranks: tuple[Ranks, ...] = tuple(map(tuple, counted["ranks"]))
    rank_checks.check_decided(ranks)
    return scoring.ranks_winners(rules, ranks)


def _read_best(form: Form) -> dict[str, Json] | None:
    best = [[_read_rank(form, f"best_{line}_{suit}", suit) for suit in SUITS] for line in LINES]
    return {"best": best} if any(any(each) for each in best) else None


def _read_ranks(form: Form) -> dict[str, Json] | None:
    """Counts from the sevens down, as far as any is typed."""
    last = max((place for place, word in enumerate(COUNTED, 1) if any(_typed_pair(form, word))), default=0)
    pairs = [_pair(form, word) for word in tuple(COUNTED)[:last]]
    return {"ranks": [list(own) for own in zip(*pairs, strict=True)]} if pairs else None


def _typed_pair(form: Form, word: str) -> list[str]:
    return [typed(form, f"{word}_{line}") for line in LINES]


READ_COUNTS: Final[Mapping[str, Callable[[Form, str], Json]]] = {
    "cards": _pair,
    "coins": _pair,
    "settebello": _owner,
    "sweeps": _pair,
}


def _read_rank(form: Form, field: str, suit: str) -> str | None:
    rank = typed(form, field).upper()
    if len(rank) > 1 or (rank and rank not in RANKS):
        raise RefusalError("rank_unknown", field=field, typed=typed(form, field)[:40])
    return rank + suit if rank else None


def _read_player_awards(rules: Rules, form: Form) -> dict[str, Json]:
    won = {category: _ticked(form, category) for category in ("cards", "coins", "primiera")}
    return won | {"settebello": _player(form, "who_settebello"), "sweeps": _four(form, "sweeps")}


def _read_player_counts(rules: Rules, form: Form) -> dict[str, Json]:
    """Counts of four players, and the primiera by who has it or by counts of it; both may be given if they agree."""
    found: dict[str, Json] = {
        "cards": _four(form, "cards"),
        "coins": _four(form, "coins"),
        "settebello": _player(form, "who_settebello"),
        "sweeps": _four(form, "sweeps"),
    }
    said = _ticked(form, "primiera")
    counted = _read_ranks_of_players(form) if rules.counts_ranks else _read_best_of_players(form)
    if counted is None:
        return found | {"best": None, "primiera": said}
    if said and said != list(_won(rules, counted)):
        raise RefusalError(_contradicts(rules), field="who_primiera")
    return found | counted


def _four(form: Form, name: str) -> list[int]:
    return [whole(form, f"{name}_{player}") for player in PLAYERS]


def _ticked(form: Form, category: str) -> list[int]:
    return [seat for seat, player in enumerate(PLAYERS) if typed(form, f"who_{category}_{player}")]


def _player(form: Form, field: str) -> list[int]:
    text = typed(form, field)
    if not text:
        raise RefusalError("choice_missing", field=field)
    if text not in (*PLAYERS, "none"):
        raise RefusalError("players_unknown", field=field, typed=text[:40])
    return [] if text == "none" else [PLAYERS.index(text)]


def _read_ranks_of_players(form: Form) -> dict[str, Json] | None:
    """Of each player the counts from the sevens down: ``21``, or ``2 1``; each as many as the others."""
    texts = {player: typed(form, f"ranks_{player}") for player in PLAYERS}
    if not any(texts.values()):
        return None
    ranks = []
    for player, text in texts.items():
        field, counts = f"ranks_{player}", text.split() if " " in text else list(text)
        if not 0 < len(counts) <= len(COUNTED) or not all(_WHOLE.fullmatch(count) for count in counts):
            raise RefusalError("counts_unknown", field=field, typed=text[:40])
        ranks.append([int(count) for count in counts])
        if len(ranks[-1]) != len(ranks[0]):
            raise RefusalError("ranks_shape", field=field)
    return {"ranks": ranks}


def _read_best_of_players(form: Form) -> dict[str, Json] | None:
    best = [_read_four_ranks(form, f"best_{player}") for player in PLAYERS]
    return {"best": best} if any(any(each) for each in best) else None


def _read_four_ranks(form: Form, field: str) -> list[str | None]:
    """Four ranks in the order of the suits, ``-`` for a suit that is missing: ``76-A``; nothing for no card."""
    ranks = typed(form, field).upper().replace(" ", "") or NO_RANKS
    if len(ranks) != len(SUITS) or any(rank not in (*RANKS, "-") for rank in ranks):
        raise RefusalError("ranks_unknown", field=field, typed=typed(form, field)[:40])
    return [None if rank == "-" else rank + suit for suit, rank in zip(SUITS, ranks, strict=True)]


READ: Final[Mapping[str, Callable[[Rules, Form], dict[str, Json]]]] = {
    "points": _read_points,
    "awards": _read_awards,
    "counts": _read_counts,
    "player_awards": _read_player_awards,
    "player_counts": _read_player_counts,
}


def write(data: Json) -> dict[str, str]:
    """The form values that show a sheet again: ``read(rules, write(sheet)) == sheet``."""
    last_capture = data.get("last_capture")
    shared = {
        "depth": data["depth"],
        "tiebreak": str(data.get("tiebreak", 0)),
        "last_capture": "" if last_capture is None else LINES[last_capture],
    }
    if data["depth"] in OF_PLAYERS:
        return shared | _written_players(data)
    return {
        **shared,
        **_written_pairs(data),
        **{category: WORD_OF_OWNER[data[category]] for category in AWARDED if _is_owner(data, category)},
        **_written_best(data.get("best")),
        **_written_ranks(data.get("ranks") or ()),
    }


def _written_players(data: Mapping[str, Json]) -> dict[str, str]:
    numbers = ("sweeps",) if data["depth"] == "player_awards" else ("cards", "coins", "sweeps")
    ticks = ("cards", "coins", "primiera") if data["depth"] == "player_awards" else ("primiera",)
    settebello = data["settebello"]
    return {
        **{
            f"{name}_{player}": str(value)
            for name in numbers
            for player, value in zip(PLAYERS, data[name], strict=True)
        },
        **{f"who_{name}_{PLAYERS[seat]}": "on" for name in ticks for seat in data.get(name, ())},
        "who_settebello": PLAYERS[settebello[0]] if settebello else "none",
        **{f"best_{player}": _ranks(own) for player, own in zip(PLAYERS, data.get("best") or (), strict=False)},
        **{f"ranks_{player}": _counts(own) for player, own in zip(PLAYERS, data.get("ranks") or (), strict=False)},
    }


def _ranks(own: list[str | None]) -> str:
    return "".join(name[0] if name else "-" for name in own)


def _counts(own: list[int]) -> str:
    return " ".join(map(str, own))


def _written_ranks(ranks: Sequence[list[int]]) -> dict[str, str]:
    return {
        f"{word}_{line}": str(count)
        for line, own in zip(LINES, ranks, strict=False)
        for word, count in zip(COUNTED, own, strict=False)
    }


def _is_owner(data: Mapping[str, Json], category: str) -> bool:
    """``cards`` and ``coins`` are owners in one depth and counts in another."""
    return category in data and not isinstance(data[category], list)


def _written_pairs(data: Mapping[str, Json]) -> dict[str, str]:
    pairs = [name for name in ("points", "cards", "coins", "sweeps") if isinstance(data.get(name), list)]
    return {f"{name}_{line}": str(value) for name in pairs for line, value in zip(LINES, data[name], strict=True)}


def _written_best(best: list[list[str | None]] | None) -> dict[str, str]:
    if best is None:
        return {}
    cards = (
        (line, suit, name) for line, own in zip(LINES, best, strict=True) for suit, name in zip(SUITS, own, strict=True)
    )
    return {f"best_{line}_{suit}": name[0] if name else "" for line, suit, name in cards}
