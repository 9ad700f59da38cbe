"""A whole pack as one file: a symbol for each card by its notation, and ``back``; ``7d-plain`` has no index.

``<img src="deck.svg#card-7d">`` shows a card, ``#card-7d-plain`` the same without its index, ``#card-back`` the back.
"""

from gettext import translation
from pathlib import Path
from typing import Final

from scopa.cards import NAMES, PACK_SIZE, RANKS, SUITS, Card
from scopa.decks import Translate, back_name, card_name
from script.artwork.packs import PACKS, Pack, corner, face, reverse
from script.artwork.shapes import HEIGHT, WIDTH, Svg

SCOPA: Final = Path(__file__).resolve().parents[2] / "scopa"
FOLDER: Final = SCOPA / "static/scopa/decks"
BACK_ROW: Final = 2 * len(SUITS)


def italian() -> Translate:
    """Return the words of the site's catalogue."""
    return translation("django", SCOPA / "locale", ["it"]).pgettext


def sprite(pack: Pack) -> str:
    """Return the file of one pack."""
    words = italian()
    cards = "".join(_card(pack, card, words) for card in range(PACK_SIZE))
    hidden = symbol("back", f"{back_name(words)} / {back_name()}", reverse())
    sheet = f"0 0 {WIDTH * len(RANKS)} {HEIGHT * (BACK_ROW + 1)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{sheet}">\n{cards}{hidden}{_views()}</svg>\n'


def _card(pack: Pack, card: Card, words: Translate) -> Svg:
    plain = f'<g id="{NAMES[card]}-plain">{face(pack, card)}</g>'
    both = f"{card_name(card, pack.deck, words)} / {card_name(card, pack.deck)}"
    return symbol(NAMES[card], both, plain + corner(pack, card))


def symbol(name: str, words: str, inner: Svg) -> Svg:
    """Draw a card once, by its name."""
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}"><desc>{words}</desc>{inner}</symbol>\n'


def _views() -> Svg:
    """Draw all cards on one sheet, the plain ones below, and the name by which an ``<img>`` shows one of them."""
    shown = [(name, *divmod(card, len(SUITS))) for card, name in enumerate(NAMES)]
    plain = [(f"{name}-plain", column, row + len(SUITS)) for name, column, row in shown]
    return "".join(view_of(*each) for each in (*shown, *plain, ("back", 0, BACK_ROW)))


def view_of(name: str, column: int, row: int) -> Svg:
    """Show a card at its place of the sheet, and name the place."""
    x, y = WIDTH * column, HEIGHT * row
    return (
        f'<view id="card-{name}" viewBox="{x} {y} {WIDTH} {HEIGHT}"/>'
        f'<use href="#{name}" x="{x}" y="{y}" width="{WIDTH}" height="{HEIGHT}"/>\n'
    )


def write(folder: Path = FOLDER) -> None:
    """Write the four files."""
    folder.mkdir(parents=True, exist_ok=True)
    for pack in PACKS:
        (folder / f"{pack.deck}.svg").write_text(sprite(pack), encoding="utf-8")
