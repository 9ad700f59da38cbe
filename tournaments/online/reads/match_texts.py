"""The online matches of an event as one text: every finished deal, in the notation of its game."""

from collections.abc import Callable, Iterator
from typing import Final

from django.utils.translation import gettext as _

from tournaments.competition.live import viewing
from tournaments.competition.match.contents import LETTERS
from tournaments.games import registry
from tournaments.games.contract import WrittenGame
from tournaments.models import Tournament
from tournaments.online.reads import live_matches, lobby

AT_ONCE: Final = 50


def texts(event: Tournament, room: int, size: Callable[[str], int]) -> Iterator[tuple[str, bytes]]:
    """Return the name and the text of the file; none where no deal was played online.

    The text ends before the first match that would exceed ``room``, as ``size`` measures each. A long evening of 128
    players has half a megabyte.
    """
    if not isinstance(registry.game(event.game), WrittenGame):
        return
    found: list[str] = []
    played = live_matches.of_event(event).filter(events__kind="closed").distinct().order_by("pk")
    for match in played.iterator(AT_ONCE):
        deals = viewing.deal_texts(live_matches.live(match))
        if match.table is None or not deals:
            continue
        # The players as remarks, then the deals.
        players = enumerate(lobby.players(match))
        names = [f"{LETTERS[seat]}: {player.name if player else '–'}" for seat, player in players]
        place = {"table": match.table.public_number, "n": match.pk}
        head = "".join(f"# {line}\n" for line in (_("Table %(table)s, match %(n)s") % place, *names))
        titles = {number: _("Deal %(n)s") % {"n": number} for number in deals}
        text = head + "".join(f"\n# {titles[number]}\n{deal}" for number, deal in deals.items())
        room -= size(text)
        if room < 0:
            remark = _("The matches after this one are not here: the file would be too long to be taken elsewhere.")
            found.append(f"# {remark}\n")
            break
        found.append(text)
    if found:
        yield _("online.txt"), "\n".join(found).encode()
