"""What a deal is called, and the reasons for its points: a game that has words of its own for them is asked first."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.games import registry
from tournaments.games.contract import Award


def award_name(game: str, award: Award) -> str:
    """Return the reason for points in a deal: the words of the event's rules, or the game's phrase."""
    return award.name or _(registry.game(game).phrases.get(award.code, award.code))


def deal_title(game: str, number: int) -> str:
    """Return the name of a deal."""
    own = registry.game(game).phrases.get("deal.name")
    return (_(own) if own else _("Deal %(number)s")) % {"number": number}


def deal_now(game: str, number: int) -> str:
    """Return which deal is played now, inside a sentence."""
    own = registry.game(game).phrases.get("deal.name")
    said = (_(own) if own else _("deal %(n)s")) % {"number": number, "n": number}
    return said[:1].lower() + said[1:]


def deals_of_match(game: str, deals: int) -> str:
    """Return how many deals a match has: “3 deals”."""
    own = registry.game(game).phrases.get("deal.length")
    return (_(own) if own else ngettext("%(n)s deal", "%(n)s deals", deals)) % {"n": deals}


def match_of_deals(game: str, deals: int) -> str:
    """Return the sentence that says how many deals a match has."""
    own = registry.game(game).phrases.get("deal.match")
    return (_(own) if own else ngettext("A match is %(n)s deal.", "A match is %(n)s deals.", deals)) % {"n": deals}


def tiebreak_deal(game: str) -> str:
    """Return the game's own name of the deal that breaks a tie; empty where it is numbered."""
    own = registry.game(game).phrases.get("deal.tiebreak")
    return _(own) if own else ""
