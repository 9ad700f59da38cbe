"""The public calculator of an evening: the formats and times that a number of entries allows."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.forms.headcount import HeadcountForm
from tournaments.policies import Right, door
from tournaments.views.evenings import knockout_evening, tables_evenings


@door(reads=Right.BROWSE)
def calculator_evening(request: HttpRequest) -> HttpResponse:
    form = HeadcountForm(request.GET if "n" in request.GET else None)
    context: dict[str, Any] = {"form": form}
    if form.is_valid():
        number = form.cleaned_data["n"]
        context |= {
            "tables": tables_evenings(number),
            "knockout": [knockout_evening(number, KnockoutOptions())],
        }
    return render(request, "calculators/evening.html", context)
