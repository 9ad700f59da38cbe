"""Compute the checksum of the installation, or of a backup, and report every violation."""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournaments.backups.verifying.installation import verify
from tournaments.backups.writes.restoring import check_backup
from tournaments.errors import RefusedError
from tournaments.frame.phrases import sentence
from tournaments.management.database_ready import require_tables


class Command(BaseCommand):
    help = "Verifies the installation, or with FILE a backup: the checksum, and a sentence for whatever is wrong."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", nargs="?")
        parser.add_argument(
            "--deep",
            action="store_true",
            help="check closed events whole, also those in which no row has changed since their last whole check",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"] is not None:
            try:
                told = check_backup(options["file"])
            except RefusedError as refusal:
                raise CommandError(sentence(refusal)) from refusal
            self.stdout.write(f"checksum {told.checksum}")
            self.stderr.write(_("The backup is whole: it can be restored."))
            return
        require_tables()
        found = verify(is_deep=options["deep"])
        for slug in found.changed:
            changed = _("%(event)s: rows have changed since the last check of this closed event; it was checked whole.")
            self.stderr.write(changed % {"event": slug})
        for violation in found.violations:
            self.stdout.write(str(violation))
        self.stdout.write(f"checksum {found.checksum}")
        if found.violations:
            sys.exit(1)
        self.stderr.write(_("Nothing is wrong."))
