"""Make a backup: one moment of the whole installation in one file, while the site runs."""

from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournaments.backups.writes import archive as manifest
from tournaments.backups.writes import parts
from tournaments.backups.writes import snapshot as sequences
from tournaments.backups.writes.archive import INSTALLATION, Manifest, add_file, add_part, new_archive
from tournaments.backups.writes.files import whole_file
from tournaments.backups.writes.keys import NAME, key_print
from tournaments.backups.writes.snapshot import checksum, snapshot


def make_backup(path: Path, *, with_key: bool) -> Manifest:
    """Write the installation to ``path``; return its manifest."""
    with whole_file(path) as file, new_archive(file) as archive, snapshot():
        found = {model: add_part(archive, model, None, lambda _rows: None) for model in parts.MODELS}
        told = Manifest(
            scope=INSTALLATION,
            made_at=timezone.now().isoformat(timespec="seconds"),
            migrations=manifest.migrations_here(),
            checksum=checksum({model: total for model, (_note, total) in found.items()}),
            parts={parts.part_name(model): note for model, (note, _total) in found.items()},
            left_out=dict(parts.LEFT_OUT),
            sequences=sequences.given_out(),
            key_print=key_print(settings.SECRET_KEY),
        )
        if with_key:
            add_file(archive, NAME, settings.SECRET_KEY.encode())
        add_file(archive, manifest.NAME, told.to_bytes())
    return told
