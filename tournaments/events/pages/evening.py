"""The public calculator of an evening: the formats and times that a number of entries allows."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.competition.formats.rounds import GroupsFormat, InRounds, StandingFormat
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.stages.group_options import GroupOptions
from tournaments.competition.stages.standing_options import StandingOptions
from tournaments.draw.forms import HeadcountForm
from tournaments.draw.words.evenings import evening_in_rounds, knockout_evening, tables_evenings
from tournaments.frame.policies import Right, door

# The usual sizes of groups; a Danish takes as many rounds as are chosen, and is counted like a Swiss.
IN_ROUNDS: tuple[InRounds, ...] = (
    *(GroupsFormat(options=GroupOptions(size=size)) for size in (3, 4, 5, 6)),
    StandingFormat(options=StandingOptions()),
)


@door(reads=Right.BROWSE)
def calculator_evening(request: HttpRequest) -> HttpResponse:
    form = HeadcountForm(request.GET if "n" in request.GET else None)
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        number = form.cleaned_data["n"]
        context |= {
            "tables": tables_evenings(number),
            "knockout": [knockout_evening(number, KnockoutOptions())],
            "rounds": [evening_in_rounds(number, each) for each in IN_ROUNDS],
        }
    return render(request, "rulebook/calculator_evening.html", context)
