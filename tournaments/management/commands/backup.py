"""Write the whole installation into one file, or as one of a series of copies, while the site is in use."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.backups.writes import keys
from tournaments.backups.writes.backup import make_backup
from tournaments.backups.writes.series import PARTS, Copied, copy_into
from tournaments.errors import RefusedError
from tournaments.frame.phrases import sentence
from tournaments.management.database_ready import require_tables
from tournaments.system_errors import reason

MOST_KEPT = 1_000


class Command(BaseCommand):
    help = "Writes a backup to FILE.zip, or into the folder FILE under a name with the date; the site may be in use."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--keep",
            type=int,
            metavar="N",
            help="write what has changed since the copies in the folder FILE, and keep the newest N of them",
        )
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
        keep: int | None = options["keep"]
        if keep is not None and not 1 <= keep <= MOST_KEPT:
            raise CommandError(_("--keep takes a number from 1 to %(most)s.") % {"most": MOST_KEPT})
        if keep is not None and path.suffix == ".zip" and not path.is_dir():
            raise CommandError(_("--keep is for copies in a folder: name the folder."))
        if path.is_dir() and keep is None:
            path = path / f"settebello-{timezone.localtime():%Y%m%d-%H%M%S}.zip"
        elif path.suffix != ".zip" and not path.is_dir():
            raise CommandError(
                _("%(path)s: there is no such folder. Make it first, or name a file that ends in .zip.")
                % {"path": path}
            )
        require_tables()
        with_key = options["with_key"] or (keys.key_file() is not None and not options["without_key"])
        try:
            if keep is None:
                told = make_backup(path, with_key=with_key)
                rows = sum(note.rows for note in told.parts.values())
            else:
                copied = copy_into(path, with_key=with_key, keep=keep)
                told, rows, path = copied.manifest, copied.rows, copied.path
        except RefusedError as refusal:
            raise CommandError(sentence(refusal)) from refusal
        except OSError as error:
            raise CommandError(
                _("%(path)s: the backup could not be written (%(why)s).") % {"path": path, "why": reason(error, _)}
            ) from error
        self.stdout.write(_("%(rows)s rows are in %(path)s.") % {"rows": rows, "path": path})
        if keep is not None:
            self._tell(copied)
        if with_key:
            self.stdout.write(_("The key of this installation is in the file: keep it as you keep a password."))
        else:
            self.stdout.write(_("The key of this installation (SECRET_KEY) is not in the file: keep it elsewhere."))
        self.stdout.write(f"checksum {told.checksum}")

    def _tell(self, copied: Copied) -> None:
        """Say what of the copy is in the folder of parts."""
        told = ngettext(
            "Of %(parts)s event in %(folder)s, %(written)s was written now. Take the folder along with the file.",
            "Of %(parts)s events in %(folder)s, %(written)s were written now. Take the folder along with the file.",
            copied.parts,
        )
        self.stdout.write(
            told % {"parts": copied.parts, "written": copied.written, "folder": copied.path.parent / PARTS}
        )
        for name in copied.unread:
            self.stderr.write(
                _("%(name)s cannot be read: as long as it is there, no part of an older copy is removed.")
                % {"name": name}
            )
