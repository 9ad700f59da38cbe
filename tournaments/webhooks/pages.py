"""Webhooks of an event and of a club: the list, one webhook, the steps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.clubs.pages.club_frame import club_frame, managed_club
from tournaments.errors import MissingError, RefusedError
from tournaments.frame.numbers import whole
from tournaments.frame.operations.operation import Operation
from tournaments.frame.pages.steps import Page, SeeOther, frame_context, organiser_of, page_of, show_refusal, take
from tournaments.frame.policies import Actor
from tournaments.log.words.verbs import verb
from tournaments.models import Club, Tournament, Webhook
from tournaments.webhooks.forms import WebhookForm
from tournaments.webhooks.operations import CLUB, EVENT, LABELS, Steps
from tournaments.webhooks.reads import deliveries_of, hook_of, hooks_of
from tournaments.webhooks.writes import keeping

# Session key: the webhook whose secret has not been shown yet.
TO_SHOW = "webhook_secret"


@dataclass(frozen=True, slots=True)
class WebhookOwner:
    """The owner of the webhooks, the actor, the operations, the names of the addresses, and the frame of the page."""

    owner: Tournament | Club
    actor: Actor
    steps: Steps
    name: str
    key: object
    frame: Mapping[str, Any]

    def url(self, part: str = "", *more: int) -> str:
        return reverse(f"{self.name}{part}", args=[self.key, *more])


def pages_of(steps: Steps, at: Callable[..., WebhookOwner]) -> tuple[Page, Page, Page]:
    """Return the views of the list, of one webhook, and of the steps; ``at`` finds the place by its owner's key."""

    @page_of(steps.make)
    @never_cache
    def all_of_them(request: HttpRequest, **address: Any) -> HttpResponse:
        return webhook_list(request, at(request, *address.values()))

    @page_of(steps.change)
    @never_cache
    def one_of_them(request: HttpRequest, **address: Any) -> HttpResponse:
        key, hook = address.values()
        return one_webhook(request, at(request, key), hook)

    @page_of(steps.renew, steps.remove, steps.again, steps.change, is_button=True)
    def step_of_one(request: HttpRequest, **address: Any) -> HttpResponse:
        key, hook = address.values()
        return webhook_step(request, at(request, key), hook)

    return all_of_them, one_of_them, step_of_one


def webhook_list(request: HttpRequest, place: WebhookOwner) -> HttpResponse:
    """List the webhooks; make one on POST."""
    form = WebhookForm(request.POST or None)

    def make() -> str:
        hook = place.steps.make.do(place.actor, {"owner": place.owner}, form.cleaned_data)
        request.session[TO_SHOW] = hook.pk
        messages.success(request, _("The webhook is made."))
        return place.url("_one", hook.pk)

    return take(request, form, make, partial(_list, request, place, form))


def _list(request: HttpRequest, place: WebhookOwner, form: forms.Form, status: int = 200) -> HttpResponse:
    hooks = hooks_of(place.owner)
    rows: list[dict[str, Any]] = []
    for hook in hooks:
        subjects = "; ".join(str(LABELS[subject]) for subject in hook.subjects if subject in LABELS)
        words = subjects if hook.subjects else _("everything")
        rows.append({"hook": hook, "url": place.url("_one", hook.pk), "subjects": words})
    return render(request, "webhooks/list.html", {**place.frame, "rows": rows, "form": form}, status=status)


def one_webhook(request: HttpRequest, place: WebhookOwner, pk: int) -> HttpResponse:
    """Show one webhook and its deliveries; change it on POST."""
    hook = hook_of(place.owner, pk)
    form = WebhookForm(request.POST or None, initial={"url": hook.url, "subjects": hook.subjects})

    def change() -> str:
        place.steps.change.do(place.actor, {"hook": hook}, form.cleaned_data)
        messages.success(request, _("Saved."))
        return place.url("_one", pk)

    return take(request, form, change, partial(_one, request, place, hook, form))


def _one(request: HttpRequest, place: WebhookOwner, hook: Webhook, form: forms.Form, status: int = 200) -> HttpResponse:
    page = deliveries_of(hook, request.GET.get("page", "1"))
    deliveries: list[dict[str, Any]] = []
    for row in page:
        last = row.tries[-1] if row.tries else None
        answer = ""
        if last is not None:
            # The HTTP status of the last answer, or why there was none.
            answer = str(last["status"] or ERRORS.get(last["error"], lambda: _("no answer"))())
        deliveries.append(
            {
                "row": row,
                "what": verb(row.payload["what"]),
                "seq": row.payload["seq"],
                "tries": len(row.tries),
                "answer": answer,
                "milliseconds": None if last is None else last["ms"],
                "arrived": row.delivered_at is not None,
            }
        )
    secret = ""
    if request.method == "GET" and request.session.get(TO_SHOW) == hook.pk:
        # It has not been shown yet.
        del request.session[TO_SHOW]
        secret = keeping.secret_of(hook)
    context = {
        **place.frame,
        "hook": hook,
        "form": form,
        "page": page,
        "deliveries": deliveries,
        "step_url": place.url("_step", hook.pk),
        "list_url": place.url(),
        "secret": secret,
    }
    return render(request, "webhooks/one.html", context, status=status)


def webhook_step(request: HttpRequest, place: WebhookOwner, pk: int) -> HttpResponse:
    """Take a step: pause, resume, renew the secret, remove, or repeat a delivery."""
    hook = hook_of(place.owner, pk)
    what = request.POST.get("what", "")
    again = whole(request.POST.get("delivery", ""), digits=18)
    steps: Mapping[str, tuple[Operation, dict[str, Any]]] = {
        "stop": (place.steps.change, {"active": False}),
        "resume": (place.steps.change, {"active": True}),
        "renew": (place.steps.renew, {}),
        "remove": (place.steps.remove, {}),
        "again": (place.steps.again, {"delivery_id": again}),
    }
    if what not in steps:
        raise MissingError
    operation, values = steps[what]
    try:
        operation.do(place.actor, {"hook": hook}, values)
    except RefusedError as refusal:
        show_refusal(request, refusal)
    else:
        messages.success(request, DONE[what]())
    if what == "renew":
        request.session[TO_SHOW] = hook.pk
    return SeeOther(place.url() if what == "remove" else place.url("_one", pk))


DONE: Mapping[str, Callable[[], str]] = {
    "stop": lambda: _("Paused: nothing more is told."),
    "resume": lambda: _("It is told again of what happens from now on."),
    "renew": lambda: _("There is a new secret: the old one signs nothing any more."),
    "remove": lambda: _("The webhook has been removed."),
    "again": lambda: _("It is sent once more."),
}


ERRORS: Mapping[str, Callable[[], str]] = {
    "webhook_unknown_host": lambda: _("name not found"),
    "webhook_private": lambda: _("private address"),
}


def _of_event(request: HttpRequest, slug: str) -> WebhookOwner:
    event, actor = organiser_of(request, slug)
    return WebhookOwner(event, actor, EVENT, "organise_webhooks", slug, frame_context(event, "organise_jobs"))


def _of_club(request: HttpRequest, pk: int) -> WebhookOwner:
    club, actor = managed_club(request, pk)
    return WebhookOwner(club, actor, CLUB, "club_webhooks", pk, club_frame(club, "club_webhooks"))


organise_webhooks, organise_webhook, organise_webhook_step = pages_of(EVENT, _of_event)
club_webhooks, club_webhook, club_webhook_step = pages_of(CLUB, _of_club)
