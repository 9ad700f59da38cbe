"""Deals of a table of several players in a few signs, for the stage and for anybody who types them into a page."""

LETTERS = "abcdef"
PLAIN = "0 10 57 58 60"
"""Twice this, and only A and B are below 101; C is the third, D the fourth, E the fifth."""
DECIDED = "0 90 - - -"
"""After that the deal in which A is left alone."""


def signs(text: str, lines: int) -> list[str]:
    """A sign a player: points, ``-`` takes no part, ``x`` leaves, ``=`` plays where nobody closes; only so many."""
    return text.split()[:lines]


def form(text: str, lines: int, tiebreak: int = 0) -> dict[str, str]:
    """The deal as the form of its sheet has it; the first 0 closes, ``0!`` in hand."""
    values = signs(text, lines)
    closer = next((LETTERS[line] for line, sign in enumerate(values) if sign.rstrip("!") == "0"), None)
    closer = "none" if "=" in values else closer
    return {
        "depth": "points",
        "tiebreak": str(tiebreak),
        "lines": str(lines),
        **({"closer": closer} if closer else {}),
        **({"in_hand": "on"} if "0!" in values else {}),
        **{f"points_{LETTERS[at]}": sign.rstrip("!=") for at, sign in enumerate(values) if sign not in "-x"},
        **{f"left_{LETTERS[at]}": "abandon" for at, sign in enumerate(values) if sign == "x"},
    }


def plain(through: int) -> list[str]:
    """A match to its end: A first, B second, C third, D fourth."""
    return [PLAIN, PLAIN] if through > 1 else [PLAIN, PLAIN, DECIDED]
