"""A proposal is decided: one tap applies it, another leaves it with a reason; a second tap answers as the first did."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments import penalty_words, phrases
from tournaments.errors import MissingError, RefusedError
from tournaments.models import Ruling, Tournament
from tournaments.policies import Actor, Right, door
from tournaments.selectors import access, punishable
from tournaments.services import penalties
from tournaments.services.penalties import DECIDED
from tournaments.views.answers import see
from tournaments.views.officials import officials_only
from tournaments.views.referee import desk, register
from tournaments.views.referee.proposed import Refused
from tournaments.views.referee.stepping import step_about_proposal
from tournaments.views.referee.steps import MOST_REASON
from tournaments.visiting import visitor

Status = Ruling.Status


@door(reads=Right.DIRECT, writes=Right.DIRECT)
@never_cache
@officials_only
@step_about_proposal
def penalty_apply(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)

    def apply() -> object:
        return penalties.apply_proposal(actor=actor, tournament_id=event.pk, ruling_id=pk)

    return _decide(request, event, actor, pk, apply, Status.IN_FORCE)


@door(reads=Right.DIRECT, writes=Right.DIRECT)
@never_cache
@officials_only
@step_about_proposal
def penalty_dismiss(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event, actor = access.tournament(visitor(request), slug, Right.DIRECT)

    def dismiss() -> object:
        return penalties.dismiss_proposal(actor=actor, tournament_id=event.pk, ruling_id=pk, reason=_reason(request))

    return _decide(request, event, actor, pk, dismiss, Status.DISMISSED)


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:MOST_REASON]


def _decide(
    request: HttpRequest, event: Tournament, actor: Actor, pk: int, step: Callable[[], object], wanted: str
) -> HttpResponse:
    ruling = punishable.ruling(event, pk)
    if ruling is None:
        raise MissingError
    try:
        step()
    except RefusedError as refusal:
        if not _was_mine(event, actor, pk, refusal, wanted):
            return _refused(request, event, actor, pk, refusal)
    words = {
        Status.IN_FORCE: _("Applied: %(what)s, %(name)s."),
        Status.DISMISSED: _("Not applied: %(what)s, %(name)s."),
    }
    what = penalty_words.effect(ruling.kind, ruling.value)
    messages.success(request, words[Status(wanted)] % {"what": what, "name": ruling.entry})
    return see("penalties" if request.POST.get("back") == "penalties" else "referee_desk", event.slug)


def _was_mine(event: Tournament, actor: Actor, pk: int, refusal: RefusedError, wanted: str) -> bool:
    """Whether the same person decided the same before: a finger that tapped twice."""
    if refusal.code not in DECIDED:
        return False
    now = punishable.ruling(event, pk)
    return now is not None and now.status == wanted and actor.user is not None and now.decided_by == actor.user


def _refused(request: HttpRequest, event: Tournament, actor: Actor, pk: int, refusal: RefusedError) -> HttpResponse:
    """The page as it stands, with what was refused: on the card where the reason is wanting, else above."""
    sentence = phrases.sentence(refusal, event.game)
    on_card = refusal.field == "reason"
    if not on_card:
        messages.error(request, sentence)
    refused = Refused(pk, _reason(request), sentence) if on_card else None
    status = 409 if refusal.code in DECIDED else 422
    if request.POST.get("back") == "penalties":
        return register.page(request, event, refused=refused, status=status)
    return desk.page(request, event, actor, refused=refused, status=status)
