"""Static files with hashed names, so that browsers may cache them for ever, and bundled style sheets."""

import re
from collections.abc import Iterator
from functools import partial
from posixpath import dirname, join, normpath, relpath
from typing import Any, Final

from django.conf import settings
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

SHEET: Final = "tournaments/css/site.css"
# What is made of parts: the style of every page, of the pages of those who run an evening, and of the online table.
SHEETS: Final = (SHEET, "tournaments/css/work.css", "tournaments/css/table.css")
IMPORT: Final = re.compile(r'@import url\("(?P<path>[^":]+)"\)(?: layer\((?P<layer>[\w-]+)\))?;\s*')
ADDRESS: Final = re.compile(r'url\("(?P<path>(?!data:|https?:|[/#])[^"]+)"\)')
COMMENT: Final = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
INDENT: Final = re.compile(r"\n\s*")

Sources = dict[str, tuple[Any, str]]


class Storage(CompressedManifestStaticFilesStorage):
    """Hashes the imports inside ES modules too; a file that nobody references by hash keeps its plain name."""

    support_js_module_import_aggregation = True
    manifest_strict = False
    # Hashed addresses by name: a page names thirty files, and they are those of the manifest while the process lives.
    _addresses: dict[str, str]

    def load_manifest(self) -> Any:
        self._addresses = {}
        return super().load_manifest()

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file, worked out once."""
        if settings.DEBUG or force:
            return str(super().url(name, force))
        found = self._addresses.get(name)
        if found is None:
            found = self._addresses[name] = str(super().url(name))
        return found

    def save_manifest(self) -> None:
        self._addresses.clear()
        super().save_manifest()

    def post_process(self, paths: Sources, dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Bundle each style sheet before names are hashed: a phone waits for one answer, not for sixty.

        What is part of a sheet is in no other, and is not served.
        """
        sources = paths
        for name in SHEETS:
            if name in sources and not dry_run:
                parts: list[str] = []
                sheet = one_sheet(name, partial(_read_style, sources, into=parts))
                for part in parts:
                    self.delete(part)
                self._save(name, ContentFile(sheet.encode()))
                paths = {each: where for each, where in paths.items() if each not in parts} | {name: (self, name)}
        yield from super().post_process(paths, dry_run, **options)


def one_sheet(name: str, read: Any) -> str:
    """Return the style sheet with its imports inlined, each in its layer, without comments and indents.

    Addresses in an imported file are relative to that file, and become relative to the sheet.
    """
    return _flat(name, read, dirname(name)).strip() + "\n"


def _flat(name: str, read: Any, folder: str) -> str:
    here = dirname(name)

    def inline_import(match: re.Match[str]) -> str:
        style = _flat(normpath(join(here, match["path"])), read, folder).strip()
        return f"@layer {match['layer']} {{\n{style}\n}}\n" if match["layer"] else f"{style}\n"

    def move_address(match: re.Match[str]) -> str:
        return f'url("{relpath(join(here, match["path"]), folder)}")'

    text = INDENT.sub("\n", COMMENT.sub("", read(name)))
    return IMPORT.sub(inline_import, text) if IMPORT.search(text) else ADDRESS.sub(move_address, text)


def _read_style(paths: Sources, name: str, into: list[str]) -> str:
    """Return the text of a file, and add its name to those that were read."""
    into.append(name)
    storage, path = paths[name]
    with storage.open(path) as file:
        return str(file.read().decode())
