"""Fill an empty site with the demonstration: events of two games in all stages, and a table that robots play."""

import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.urls import reverse

from tournaments.events.writes import tournaments
from tournaments.games import registry
from tournaments.language import translate as _
from tournaments.management import demo_events, demo_online, demo_table_events
from tournaments.management.database_ready import require_tables
from tournaments.management.demo_steps import organise
from tournaments.models import Membership, Tournament, User
from tournaments.online.writes import practice

LOGINS = (
    ("organizzatrice@example.org", "Ornella Organizzatrice", Membership.Role.ORGANISER),
    ("arbitro@example.org", "Arturo Arbitro", Membership.Role.REFEREE),
    ("segnapunti@example.org", "Sara Segnapunti", Membership.Role.SCORER),
)
EVENTS = (
    demo_events.finished_evening,
    demo_events.running_evening,
    demo_events.open_event,
    demo_table_events.finished_tables,
    demo_table_events.running_tables,
    demo_table_events.scopa_tables,
    demo_online.online_evening,
)
SCORERS_TABLES = (1, 2, 3, 4)
WORDS = ("denari", "coppe", "spade", "bastoni", "fante", "cavallo", "primiera", "scopa", "mazzo", "tavolo")


class Command(BaseCommand):
    help = "Builds the demonstration events; with --first-start only where there is no account and no event yet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--first-start", action="store_true", help="do nothing where the site is in use already")

    def handle(self, *args: Any, **options: Any) -> None:
        require_tables()
        if not User.objects.exists() and not Tournament.objects.exists():
            self._build()
        elif not options["first_start"]:
            raise CommandError("This site has accounts or events already: the demonstration needs an empty one.")
        path = self._password_file()
        if not path.exists():
            return
        self.stdout.write(_("Demo logins, all with the password %(password)s") % {"password": path.read_text().strip()})
        for email, name, _role in LOGINS:
            self.stdout.write(f"  {email:30} {name}")
        where = f"{settings.SITE_URL}{reverse('practice')}"
        self.stdout.write(_("Robots play for anybody who looks: %(where)s") % {"where": where})

    @transaction.atomic
    def _build(self) -> None:
        # Random of this installation, and stored beside its data so that every start can print it.
        password = "-".join([*(secrets.choice(WORDS) for _word in range(3)), str(secrets.randbelow(9000) + 1000)])
        path = self._password_file()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(password + "\n")
        users = {role: User.objects.create_user(email, password, name=name) for email, name, role in LOGINS}
        actor = organise(users[Membership.Role.ORGANISER])
        for build in EVENTS:
            event = build(actor)
            tournaments.grant_role(
                actor=actor,
                tournament_id=event.pk,
                user=users[Membership.Role.REFEREE],
                role=Membership.Role.REFEREE,
            )
            tournaments.grant_role(
                actor=actor,
                tournament_id=event.pk,
                user=users[Membership.Role.SCORER],
                role=Membership.Role.SCORER,
                tables=SCORERS_TABLES,
            )
        for game in registry.practice_keys():
            practice.watch(game=game)

    def _password_file(self) -> Path:
        return Path(settings.DATA_DIR) / "demo_password"
