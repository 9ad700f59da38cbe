"""Webhooks of an event, and webhooks of a club, which receive the news of all its events."""

from django.http import HttpRequest

from tournaments.clubs.pages.club_frame import club_frame, managed_club
from tournaments.frame.pages.page import framed, organised
from tournaments.webhooks.operations import CLUB, EVENT
from tournaments.webhooks.pages.subscriptions import Place, pages_of


def _of_event(request: HttpRequest, slug: str) -> Place:
    event, actor = organised(request, slug)
    return Place(event, actor, EVENT, "organise_webhooks", slug, framed(event, "organise_jobs"))


def _of_club(request: HttpRequest, pk: int) -> Place:
    club, actor = managed_club(request, pk)
    return Place(club, actor, CLUB, "club_webhooks", pk, club_frame(club, "club_webhooks"))


organise_webhooks, organise_webhook, organise_webhook_step = pages_of(EVENT, _of_event)
club_webhooks, club_webhook, club_webhook_step = pages_of(CLUB, _of_club)
