"""Makes the files of a release, once, on the commit of the release: ``python -m tests.releases.make 0.1.0``."""

import json
import os
import sys
import tempfile
from pathlib import Path

from tests.releases import KEY

HERE = Path(__file__).parent


def main(release: str) -> None:
    """Build the events in a database that is thrown away, and write what they leave behind."""
    with tempfile.TemporaryDirectory(prefix="settebello-release-") as data:
        os.environ |= {"SETTEBELLO_DATA": data, "DJANGO_SETTINGS_MODULE": "tournaments.config.settings"}
        # The seals of closings hold where this key is known.
        os.environ["SECRET_KEY"] = KEY
        os.environ.pop("DATABASE_URL", None)
        import django

        django.setup()
        _write(HERE / release)


def _write(folder: Path) -> None:
    from django.conf import settings
    from django.core.management import call_command

    from tests.releases import evening, rows
    from tests.tournaments import factories as make
    from tests.tournaments.services.importing_archives import archive_of
    from tournaments.games import registry
    from tournaments.models import Job

    folder.mkdir(exist_ok=True)
    presets = {key: registry.game(key).presets for key in settings.GAMES}
    (folder / "presets.json").write_text(json.dumps(presets, indent=1) + "\n", encoding="utf-8")
    call_command("migrate", verbosity=0)
    for event in evening.events(make.organiser(make.user("ornella@example.org", name="Ornella"))):
        for form in ("zip", "json") if event.status == event.Status.RUNNING else ("zip",):
            data = archive_of(event, key=f"{event.pk} {form}", form=form)
            (folder / f"{event.slug}.{form}").write_bytes(data)
    Job.objects.all().delete()
    (folder / "backup.zip").unlink(missing_ok=True)
    call_command("backup", str(folder / "backup.zip"), verbosity=0)
    # An installation of the release has a database of its last migration; before 0.1.0 people ran each of its four.
    last = rows.migrations()[-1]
    rows.gzipped_json(list(rows.read(rows.migrate(last))), folder / f"{last[:4]}.jsonl.gz")


if __name__ == "__main__":
    main(sys.argv[1])
