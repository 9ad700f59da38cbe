"""A hall in a process of its own: makes an event in the database that the server uses, and plays when it is told to."""

import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
django.setup()

from django.core.management import call_command  # noqa: E402 - the apps must be loaded first

from tests.tournaments import factories as make  # noqa: E402


def main() -> None:
    call_command("migrate", verbosity=0)
    event = make.called(make.drawn(entries=4, name="Dal vivo"))
    hidden = make.knockout(entries=0, open_=False, name="Nascosto")
    tables = iter(make.tables_of(event))
    print(event.slug, hidden.slug, event.version, flush=True)  # noqa: T201 - the test reads it
    for _line in sys.stdin:
        make.play(next(tables))
        print(make.fresh(event).version, flush=True)  # noqa: T201


main()
