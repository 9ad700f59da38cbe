"""How an event in rounds is ranked, in words: the points of a match, and the criteria in their order."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.competition.stages.club_table import ClubOptions
from tournaments.competition.stages.ranking import Ranking

RANKING_NAMES: Final[Mapping[str, Any]] = {
    "vp": gettext_lazy("VP, then MP and the match between two"),
    "vp_buchholz": gettext_lazy("VP, then MP and the strength of the opponents (Buchholz)"),
    "vp_direct": gettext_lazy("VP, then the match between two"),
    "three_points": gettext_lazy("3 points a win, 1 a draw; then the difference of points"),
    "valliadi": gettext_lazy("3 points a win, no draws; then the difference of points, at last the highest card"),
    "two_points": gettext_lazy("2 points a win, 1 a draw; then the match between two, or the table among more"),
    "one_point": gettext_lazy("1 point a win, no draws; then the difference of points"),
}
"""What each of the named rankings is called where one is chosen."""

CRITERION_NAMES: Final[Mapping[str, Any]] = {
    "points": gettext_lazy("points"),
    "vp": gettext_lazy("VP"),
    "mp": gettext_lazy("MP"),
    "wins": gettext_lazy("matches won"),
    "difference": gettext_lazy("difference of points"),
    "scored": gettext_lazy("points scored"),
    "conceded": gettext_lazy("fewer points conceded"),
    "penalties": gettext_lazy("fewer points scored"),
    "least_byes": gettext_lazy("fewer rounds without an opponent"),
    "lot": gettext_lazy("lot"),
    "average": gettext_lazy("average of a match"),
    "buchholz": gettext_lazy("strength of the opponents (Buchholz)"),
    "sonneborn_berger": gettext_lazy("strength of those beaten (Sonneborn-Berger)"),
    "extra_deal": gettext_lazy("extra deal"),
    "highest_card": gettext_lazy("highest card"),
    "head_to_head": gettext_lazy("match between two who are level"),
    "classifica_avulsa": gettext_lazy("table among three or more who are level"),
}


def order(ranking: Ranking) -> str:
    """Return the criteria in their order: “The standings go by: VP, MP, matches won, lot.”"""
    names = ", ".join(str(CRITERION_NAMES[name]) for name in ranking.chain.criteria)
    return _("The standings go by, in this order: %(criteria)s.") % {"criteria": names}


def sentences(ranking: Ranking) -> list[str]:
    """Return what a match gives and what orders the standings."""
    given = []
    terms = ranking.points
    if terms is not None and terms.places:
        text = _("Each place at a table has its points: %(points)s.")
        given.append(text % {"points": ", ".join(map(str, terms.places))})
    elif terms is not None:
        if ranking.draws:
            text = ngettext(
                "A win gives %(win)s point, a draw %(draw)s, a defeat %(loss)s; a rest counts as a win.",
                "A win gives %(win)s points, a draw %(draw)s, a defeat %(loss)s; a rest counts as a win.",
                terms.win,
            )
        else:
            text = ngettext(
                "A win gives %(win)s point, a defeat %(loss)s; a rest counts as a win.",
                "A win gives %(win)s points, a defeat %(loss)s; a rest counts as a win.",
                terms.win,
            )
        given.append(text % {"win": terms.win, "draw": terms.draw, "loss": terms.loss})
    return [*given, order(ranking), *([of_clubs(ranking.clubs)] if ranking.clubs else [])]


def of_clubs(options: ClubOptions) -> str:
    """Return which entries of a club count in the table of clubs."""
    if not options.best:
        return _("A club has the sum of what all its entries have.")
    text = ngettext(
        "A club has what its best entry has.", "A club has the sum of what its best %(n)s entries have.", options.best
    )
    return text % {"n": options.best}
