"""Public pages as a reader of English meets them."""

import re

from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tournaments.accounts.writes import event_passes
from tournaments.models import EntryMember, Person, Tournament, User


def english() -> Client:
    return Client(headers={"accept-language": "en"})


def page(client: Client, name: str, event: Tournament, query: str = "") -> str:
    answer = client.get(reverse(name, args=(event.slug,)) + query)
    assert answer.status_code == 200, (name, answer.status_code)
    return answer.content.decode()


def shown(text: str) -> str:
    """A page without its marks, with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


def main(name: str, event: Tournament, query: str = "") -> str:
    """The main part of a page, in English."""
    html = page(english(), name, event, query)
    return html[html.index("<!--part-->") if "<!--part-->" in html else 0 :]


def where(event: Tournament, entry: int | None) -> str:
    answer = english().get(reverse("event_where", args=(event.slug, entry)))
    assert answer.status_code == 200
    return shown(answer.content.decode())


def heads(html: str) -> list[str]:
    return re.findall(r'<th scope="col">([^<]+)</th>', html)


def own_page(event: Tournament, entry: int) -> str:
    event_passes.issue_passes(actor=make.boss_of(event), tournament_id=event.pk)
    issued = event_passes.renew_pass(actor=make.boss_of(event), tournament_id=event.pk, entry_id=entry)
    client = english()
    client.post(reverse("open_pass", args=[event.slug, issued.secret]))
    return shown(client.get(reverse("event_mine", args=[event.slug])).content.decode())


def account_of(entry: int) -> User:
    """An account of the first person of an entry."""
    account = make.user()
    Person.objects.filter(pk=EntryMember.objects.get(entry=entry, position=1).person_id).update(user=account)
    return account


def my_events(account: User) -> str:
    client = make.client_of(account)
    return shown(client.get(reverse("my_events"), headers={"accept-language": "en"}).content.decode())
