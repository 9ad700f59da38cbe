"""Examples of online matches: the first plays of a deal at a table of two."""

from typing import Any, Final

from django.conf import settings

NOW: Final = 1_795_465_800_000
COMMITMENT: Final = "5d9cf2a0" * 8
DEAL: Final[dict[str, Any]] = {
    "number": 1,
    "game": 0,
    "tiebreak": 0,
    "dealer": 0,
    "seats": [0, 1],
    "commitment": COMMITMENT,
    "ready": [0, 1],
    "is_waiting": False,
    "opened": [],
    "is_void": False,
}
CARDS: Final[dict[str, Any]] = {
    "seats": 2,
    "seat": 0,
    "lines": [0, 1],
    "piles": [0, 1],
    "dealer": 0,
    "turn": 0,
    "cycle": 1,
    "cycles": 6,
    "over": False,
    "table_cards": ["2s", "6b", "Rc"],
    "hand": ["7d", "4c", "Rs"],
    "held": [3, 2],
    "stock": 30,
    "taken": [0, 2],
    "taken_cards": None,
    "sweeps": [0, 0],
    "last_capture": 1,
    "recent": [{"seat": 1, "play": "3dx3b"}],
    "seen": None,
    "open_hands": {},
    "actions": ["7d", "4c", "RsxRc"],
}
MATCH: Final[dict[str, Any]] = {
    "id": 41,
    "game": settings.GAMES[0],
    "event": "gara-di-natale",
    "table": 5,
    "status": "open",
    "rules": {"target": 11, "carte_viste": False},
    "move_ms": 60_000,
    "bank_ms": None,
    "now": NOW,
    "view": {
        "sequence": 5,
        "you": 0,
        "seed": "07ab" * 8,
        "seats": [0, 1],
        "is_over": False,
        "is_paused": False,
        "fault": None,
        "lost": [],
        "orders": [],
        "deal": DEAL,
        "dealt": [0, 1],
        "clock": {"turn": 0, "is_running": True, "move_ms": [57_300, 60_000], "bank_ms": [None, None]},
        "score": [],
        "time": None,
        "cards": CARDS,
    },
}
EVENTS: Final[dict[str, Any]] = {
    "sequence": 5,
    "events": [
        {"sequence": 4, "kind": "dealt", "seat": None, "at": NOW - 9_000, "attempt": 0, "turn": 1},
        {
            "sequence": 5,
            "kind": "played",
            "seat": 1,
            "at": NOW - 2_700,
            "play": "3dx3b",
            "elapsed": 6_300,
            "turn": 0,
            "told": [{"event": "captured", "seat": 1, "card": "3d", "play": "3dx3b"}],
        },
    ],
    "more": False,
}
REPLAY: Final[dict[str, Any]] = {
    "deal": DEAL,
    "deals": [1],
    "plays": ["3dx3b", "RsxRc", "Ac"],
    "turns": [1, 0, 1],
    "shown": 1,
    "cards": {
        "all": {**CARDS, "seat": None, "hand": [], "actions": []},
        "0": CARDS,
        "1": {**CARDS, "seat": 1, "hand": ["Ac", "5b"], "actions": []},
    },
    "reveal": {
        "format": "settebello-shuffle-1",
        "commitment": COMMITMENT,
        "server_seed": "1f" * 32,
        "client_seeds": ["00" * 16, ""],
        "match": 41,
        "deal": 1,
        "pack": ["Ad", "2d"],
        "decks": [["2d", "Ad"]],
    },
}
LOBBY_MATCH: Final[dict[str, Any]] = {
    "id": 41,
    "table": 5,
    "hall_number": 5,
    "round": 2,
    "status": "open",
    "sequence": 5,
    "you": 0,
    "opened_at": "2026-11-23T20:30:00+01:00",
    "lines": [
        {"line": 0, "entry": 812, "name": "Gino Vana", "seats": [0]},
        {"line": 1, "entry": 815, "name": "Rita Perotti", "seats": [1]},
    ],
}
COURTESY: Final[dict[str, Any]] = {"seat": 1, "code": "good_game"}
RECEIPT: Final[dict[str, Any]] = {"sequence": 42, "repeated": False}
