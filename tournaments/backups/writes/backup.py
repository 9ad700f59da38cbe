"""Make a backup: one moment of the whole installation in one file, while the site runs."""

from collections.abc import Mapping
from pathlib import Path
from zipfile import ZipFile

from django.conf import settings
from django.utils import timezone

from tournaments.backups.writes import archive as manifest
from tournaments.backups.writes import parts
from tournaments.backups.writes import snapshot as sequences
from tournaments.backups.writes.archive import INSTALLATION, Manifest, PartNote, add_file, add_part, new_archive
from tournaments.backups.writes.files import whole_file
from tournaments.backups.writes.keys import NAME, key_print
from tournaments.backups.writes.snapshot import PartSum, checksum, snapshot


def make_backup(path: Path, *, with_key: bool) -> Manifest:
    """Write the installation to ``path``; return its manifest."""
    with whole_file(path) as file, new_archive(file) as archive, snapshot():
        found = {model: add_part(archive, model, None, lambda _rows: None) for model in parts.MODELS}
        notes = {parts.part_name(model): note for model, (note, _total) in found.items()}
        return end(archive, {model: total for model, (_note, total) in found.items()}, notes, with_key=with_key)


def end(
    archive: ZipFile,
    sums: Mapping[parts.AnyModel, PartSum],
    notes: Mapping[str, PartNote],
    *,
    with_key: bool,
    form: int = manifest.FORMAT,
) -> Manifest:
    """Write the key, if it is wanted, and the manifest behind the parts; called inside their snapshot."""
    told = Manifest(
        scope=INSTALLATION,
        made_at=timezone.now().isoformat(timespec="seconds"),
        migrations=manifest.migrations_here(),
        checksum=checksum(dict(sums)),
        parts=notes,
        left_out=dict(parts.LEFT_OUT),
        sequences=sequences.highest_keys(),
        key_print=key_print(settings.SECRET_KEY),
        format=form,
    )
    if with_key:
        add_file(archive, NAME, settings.SECRET_KEY.encode())
    add_file(archive, manifest.NAME, told.to_bytes())
    return told
