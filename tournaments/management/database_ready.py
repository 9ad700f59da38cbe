"""Whether the database answers and has the tables of this program: what commands ask before they begin."""

from django.core.management.base import CommandError
from django.db import Error
from django.utils.translation import gettext as _

from tournaments.system_errors import reason
from tournaments.upkeep.reads import has_tables_of_program


def require_tables() -> None:
    """Refuse in a sentence an installation whose tables are not those of this program, or whose database is away."""
    try:
        is_there = has_tables_of_program()
    except Error as error:
        raise CommandError(
            _("The database does not answer (%(why)s).") % {"why": reason(error, _) or str(error).strip()}
        ) from error
    if not is_there:
        raise CommandError(_("The tables are not those of this program: run “manage.py migrate” first."))
