"""Keeps the Italian catalogues whole: ``--update`` collects new sentences and compiles, ``--check`` only looks.

Collecting needs GNU gettext (``apt-get install gettext``); compiling and checking what is there does not.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
CATALOGUES = sorted(ROOT.glob("*/locale/*/LC_MESSAGES/django.po"))
COLLECT = [
    "manage.py",
    "makemessages",
    "--locale",
    "it",
    "--no-location",
    "--no-obsolete",
    "--no-wrap",
    "--verbosity",
    "0",
    "--ignore",
    ".venv",
    "--ignore",
    "tests",
    "--ignore",
    "bench",
    "--ignore",
    "var",
    "--ignore",
    "staticfiles",
]

# What gettext writes into the head of a catalogue at every run, or for nobody.
CHANGING = tuple(
    f'"{name}:'
    for name in (
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Report-Msgid-Bugs-To",
        "Generated-By",
        "Project-Id-Version",
    )
)


def collect(root: Path) -> None:
    """Bring every catalogue below ``root`` up to what the code says."""
    subprocess.run(
        [sys.executable, *COLLECT], cwd=root, check=True, env={**os.environ, "SETTEBELLO_DATA": str(root / "var")}
    )


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parents[1].name)


def write(path: Path) -> None:
    """Write the catalogue without the dates that change at every run, and compile it."""
    catalogue = read(path)
    catalogue.project, catalogue.fuzzy, catalogue.header_comment = "Settebello", False, "# Settebello in Italian"
    with path.open("wb") as file:
        write_po(file, catalogue, width=0, omit_header=False, sort_output=True)
    kept = [line for line in path.read_text().splitlines() if not line.startswith(CHANGING)]
    text = "\n".join(kept)
    path.write_text(text + "\n")
    # A date of its own would make another file of the same text each time.
    catalogue.creation_date = EPOCH
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


def sentences(catalogue: Catalog) -> dict[str, Message]:
    return {f"{_context(message)}|{_words(message.id)}": message for message in catalogue if message.id}


def _context(message: Message) -> str:
    context = message.context or ""
    return context.decode() if isinstance(context, bytes) else context


def complaints(path: Path) -> list[str]:
    """Return what is untranslated, doubtful or not compiled in a catalogue."""
    catalogue = read(path)
    name = path.relative_to(ROOT)
    found = [f"{name}: fuzzy: {m.id!r}" for m in sentences(catalogue).values() if m.fuzzy]
    found += [f"{name}: not translated: {m.id!r}" for m in sentences(catalogue).values() if not _is_whole(m)]
    found += [f"{name}: {error} in {m.id!r}" for m in sentences(catalogue).values() for error in m.check(catalogue)]
    compiled = path.with_suffix(".mo")
    if not compiled.exists() or _read_compiled(compiled) != _strings(catalogue):
        found.append(f"{name}: the compiled catalogue is not that of the text (script/translations.py --update)")
    return found


def _is_whole(message: Message) -> bool:
    strings = [message.string] if isinstance(message.string, str) else list(message.string)
    return bool(strings) and all(strings)


def _strings(catalogue: Catalog) -> dict[str, str]:
    return {key: _words(message.string) for key, message in sentences(catalogue).items()}


def _words(text: str | Sequence[str]) -> str:
    """Return a sentence, or its singular and plural, as one text: the two formats store plurals differently."""
    return text if isinstance(text, str) else " | ".join(text)


def _read_compiled(path: Path) -> dict[str, str]:
    with path.open("rb") as file:
        return _strings(read_mo(file))


def differences() -> list[str]:
    """Return the sentences that are in the code and not in a catalogue, and the other way round."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
        )
        for name in listed.stdout.splitlines():
            if name.startswith(("tests/", "bench/", "docs/")) or not (ROOT / name).is_file():
                continue
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
        collect(copy)
        return [line for path in CATALOGUES for line in _difference(path, copy / path.relative_to(ROOT))]


def _difference(ours: Path, fresh: Path) -> list[str]:
    said, kept = set(sentences(read(fresh))), set(sentences(read(ours)))
    name = ours.relative_to(ROOT)
    return [f"{name}: missing: {key}" for key in sorted(said - kept)] + [
        f"{name}: said nowhere: {key}" for key in sorted(kept - said)
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.update:
        collect(ROOT)
        for path in CATALOGUES:
            write(path)
    found = [line for path in CATALOGUES for line in complaints(path)]
    if shutil.which("xgettext"):
        found += differences()
    elif os.environ.get("CI") == "true":
        found.append("GNU gettext is not installed: missing sentences cannot be found (apt-get install gettext)")
    for line in found:
        print(line)
    print(f"{len(CATALOGUES)} catalogues, {len(found)} complaints")
    return 1 if found and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
