"""Who has not come to a called table: a tap says so, another that they are here."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.errors import RefusedError
from tournaments.models import Table
from tournaments.numbers import whole
from tournaments.policies import Actor, Right, door
from tournaments.selectors import access
from tournaments.services import lateness
from tournaments.views.answers import see
from tournaments.views.referee import wording
from tournaments.views.referee.stepping import step_at_table
from tournaments.views.referee.steps import refused_page
from tournaments.visiting import visitor


@door(reads=Right.ENTER_SCORE, writes=Right.ENTER_SCORE)
@never_cache
@step_at_table
def table_missing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Somebody at the table, or an official, says that a line is not there."""

    def report(actor: Actor, table: Table, line: int) -> str:
        lateness.report_missing(actor=actor, tournament_id=table.tournament_id, table_id=table.pk, line=line)
        return _("Noted: %(name)s not here yet.")

    return _step(request, slug, number, report)


@door(reads=Right.ENTER_SCORE, writes=Right.ENTER_SCORE)
@never_cache
@step_at_table
def table_arrived(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The line has come after all."""

    def arrive(actor: Actor, table: Table, line: int) -> str:
        lateness.line_arrived(actor=actor, tournament_id=table.tournament_id, table_id=table.pk, line=line)
        return _("Noted: %(name)s has arrived.")

    return _step(request, slug, number, arrive)


def _step(request: HttpRequest, slug: str, number: int, step: Callable[[Actor, Table, int], str]) -> HttpResponse:
    table, actor = access.table(visitor(request), slug, number, Right.ENTER_SCORE)
    index = whole(request.POST.get("line"), -1)
    try:
        said = step(actor, table, index)
    except RefusedError as refusal:
        return refused_page(request, slug, number, refusal)
    names = [wording.name(line) for line in table.lines.all() if line.index == index]
    messages.success(request, said % {"name": "".join(names)})
    if request.POST.get("back") == "desk" and actor.is_official:
        return see("referee_desk", slug)
    return see("table_sheet", slug, number)
