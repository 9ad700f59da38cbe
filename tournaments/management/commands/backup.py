"""Write the whole installation into one file, while the site is in use."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.backups.writes import keys
from tournaments.backups.writes.backup import make_backup
from tournaments.management.tables import require_tables


class Command(BaseCommand):
    help = "Writes a backup to FILE.zip, or into the folder FILE under a name with the date; the site may be in use."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        key = parser.add_mutually_exclusive_group()
        key.add_argument(
            "--with-key",
            action="store_true",
            help="put SECRET_KEY into the file (usual where it is kept beside the data)",
        )
        key.add_argument(
            "--without-key",
            action="store_true",
            help="leave the key out: printed codes will not open tables after a restore",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if path.is_dir():
            path = path / f"settebello-{timezone.localtime():%Y%m%d-%H%M%S}.zip"
        elif path.suffix != ".zip":
            raise CommandError(
                _("%(path)s: there is no such folder. Make it first, or name a file that ends in .zip.")
                % {"path": path}
            )
        require_tables()
        with_key = options["with_key"] or (keys.kept_here() is not None and not options["without_key"])
        try:
            told = make_backup(path, with_key=with_key)
        except OSError as error:
            raise CommandError(
                _("%(path)s: the backup could not be written (%(why)s).") % {"path": path, "why": error.strerror}
            ) from error
        rows = sum(note.rows for note in told.parts.values())
        self.stdout.write(_("%(rows)s rows are in %(path)s.") % {"rows": rows, "path": path})
        if with_key:
            self.stdout.write(_("The key of this installation is in the file: keep it as you keep a password."))
        else:
            self.stdout.write(_("The key of this installation (SECRET_KEY) is not in the file: keep it elsewhere."))
        self.stdout.write(f"checksum {told.checksum}")
