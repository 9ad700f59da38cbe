"""A whole pack as one file: a ``<symbol>`` a card, named by its notation, and ``back``.

``deck.svg#7d`` is the card with its index, ``deck.svg#7d-plain`` the same without.
"""

from gettext import translation
from pathlib import Path
from typing import Final

from scopa.artwork.packs import PACKS, Pack, corner, face, reverse
from scopa.artwork.shapes import HEIGHT, WIDTH, Svg
from scopa.cards import NAMES, PACK_SIZE, Card
from scopa.decks import Translate, back_name, card_name

SCOPA: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = SCOPA / "static/scopa/decks"


def italian() -> Translate:
    """The words of the catalogue that the site has."""
    return translation("django", SCOPA / "locale", ["it"]).pgettext


def sprite(pack: Pack) -> str:
    """The file of one pack."""
    words = italian()
    cards = "".join(_card(pack, card, words) for card in range(PACK_SIZE))
    hidden = _symbol("back", f"{back_name(words)} / {back_name()}", reverse())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{cards}{hidden}</svg>\n'


def _card(pack: Pack, card: Card, words: Translate) -> Svg:
    plain = f'<g id="{NAMES[card]}-plain">{face(pack, card)}</g>'
    both = f"{card_name(card, pack.deck, words)} / {card_name(card, pack.deck)}"
    return _symbol(NAMES[card], both, plain + corner(pack, card))


def _symbol(name: str, words: str, inner: Svg) -> Svg:
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}"><desc>{words}</desc>{inner}</symbol>\n'


def write(folder: Path = FOLDER) -> None:
    """Write the four files."""
    folder.mkdir(parents=True, exist_ok=True)
    for pack in PACKS:
        (folder / f"{pack.deck}.svg").write_text(sprite(pack), encoding="utf-8")
