"""A hall in a process of its own: makes an event in the database that the server uses, and plays when it is told to."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
django.setup()

from django.contrib.sessions.backends.db import SessionStore  # noqa: E402 - the apps must be loaded first
from django.contrib.sessions.models import Session  # noqa: E402
from django.core.management import call_command  # noqa: E402

from tests.tournaments import factories as make  # noqa: E402


def main() -> None:
    call_command("migrate", verbosity=0)
    event = make.called(make.drawn(entries=4, name="Dal vivo"))
    hidden = make.knockout(entries=0, open_=False, name="Nascosto")
    tables = iter(make.tables_of(event))
    print(event.slug, hidden.slug, event.version, flush=True)  # noqa: T201 - the test reads it
    session = SessionStore()
    for line in sys.stdin:
        if line.startswith("log in"):
            session.create()
            print(session.session_key, flush=True)  # noqa: T201
            continue
        if line.startswith("log out"):
            Session.objects.all().delete()
            print(0, flush=True)  # noqa: T201
            continue
        make.play(next(tables))
        print(make.fresh(event).version, flush=True)  # noqa: T201


main()
