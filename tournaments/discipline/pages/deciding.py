"""Decide a proposal: apply it with one tap, or dismiss it with a reason. A second tap is not an error."""

from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache

from tournaments.discipline import operations as of_penalties
from tournaments.discipline import reads as penalties
from tournaments.discipline.pages import register
from tournaments.discipline.words import RefusedProposal, penalty_values
from tournaments.discipline.writes.penalties import DECIDED
from tournaments.errors import MissingError, RefusedError
from tournaments.frame import access, phrases
from tournaments.frame.access import visitor
from tournaments.frame.forms.declared import form_of
from tournaments.frame.operations.inputs import MAYBE_WHY, MOST_REASON
from tournaments.frame.operations.operation import Operation, of_event
from tournaments.frame.pages.steps import READING, View, officials_only, see, steps_of
from tournaments.frame.policies import Actor, Right, door
from tournaments.hall.pages import desk
from tournaments.models import Ruling, Tournament


def step_about_proposal(view: View) -> View:
    """Redirect a GET of a decision's address, where a refusal was shown, to the referee's desk."""

    @wraps(view)
    def wrapper(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        if request.method not in READING:
            return view(request, slug, pk)
        event, _actor = access.tournament(visitor(request), slug, Right.DIRECT)
        if penalties.ruling(event, pk) is None:
            raise MissingError
        return see("referee_desk", slug)

    return wrapper


Status = Ruling.Status


def _decision(operation: Operation, wanted: str, said: str) -> View:
    """Return the view of a decision. ``wanted`` is the status that it leads to, ``said`` the message."""

    @steps_of(operation)
    @door(reads=operation.right, writes=operation.right)
    @never_cache
    @officials_only
    @step_about_proposal
    def decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        event, actor = access.tournament(visitor(request), slug, operation.right)
        ruling = penalties.ruling(event, pk)
        if ruling is None:
            raise MissingError
        # The form checks the length only. The service refuses a missing reason.
        form = form_of(MAYBE_WHY)(request.POST)
        if not form.is_valid():
            too_long = RefusedError("reason_too_long", field="reason", most=MOST_REASON)
            return _show_refusal(request, event, actor, pk, too_long)
        try:
            operation.do(actor, of_event(event, ruling_id=pk), form.cleaned_data)
        except RefusedError as refusal:
            # A double tap is no error: this account already made the same decision.
            now = penalties.ruling(event, pk) if refusal.code in DECIDED else None
            if now is None or now.status != wanted or actor.user is None or now.decided_by != actor.user:
                return _show_refusal(request, event, actor, pk, refusal)
        messages.success(request, _(said) % penalty_values(ruling))
        return see("penalties" if request.POST.get("back") == "penalties" else "referee_desk", event.slug)

    return decide


penalty_apply = _decision(of_penalties.APPLY, Status.IN_FORCE, gettext_noop("Applied: %(what)s, %(name)s."))
penalty_dismiss = _decision(of_penalties.DISMISS, Status.DISMISSED, gettext_noop("Not applied: %(what)s, %(name)s."))


def _show_refusal(
    request: HttpRequest, event: Tournament, actor: Actor, pk: int, refusal: RefusedError
) -> HttpResponse:
    """Show the page again with the refusal: on the card if the reason is at fault, else above."""
    sentence = phrases.sentence(refusal, event.game)
    on_card = refusal.field == "reason"
    if not on_card:
        messages.error(request, sentence)
    refused = RefusedProposal(pk, request.POST.get("reason", "").strip(), sentence) if on_card else None
    status = 409 if refusal.code in DECIDED else 422
    if request.POST.get("back") == "penalties":
        return register.page(request, event, refused=refused, status=status)
    return desk.page(request, event, actor, refused=refused, status=status)
