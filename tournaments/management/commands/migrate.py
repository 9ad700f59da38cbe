"""Django's ``migrate``, which on PostgreSQL may think between two statements for longer than a page."""

from typing import Any, Final

from django.core.management.commands.migrate import Command as Migrate
from django.db import connections

from tournaments.frame.writes.stalled import THINKING

# A page that is idle in a transaction for ten seconds is cut off; a migration may compute for minutes.
THINKS_FOR: Final = "30min"


class Command(Migrate):
    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('idle_in_transaction_session_timeout', %s, false)", [THINKS_FOR])
            cursor.execute("SELECT set_config('application_name', %s, false)", [THINKING])
        super().handle(*args, **options)
        # A pool hands the connection on; where the migration failed, this process ends with it.
        with connection.cursor() as cursor:
            cursor.execute("RESET idle_in_transaction_session_timeout")
            cursor.execute("RESET application_name")
