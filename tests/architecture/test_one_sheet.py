"""The style as it is collected: one file, in its layers, with addresses that lead to files."""

import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from tests.mould import kept
from tests.searching import FULL
from tournaments.config.static import SHEET, one_sheet

STORAGE = {"BACKEND": "tournaments.config.static.Storage"}
ADDRESS = re.compile(r'url\("([^")]+)"\)')


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of collected files; with FULL collected twice: a second time finds what the first one wrote."""
    mould = kept()
    if mould is not None and not FULL:
        return mould / "static"
    folder = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=str(folder), STORAGES={**settings.STORAGES, "staticfiles": STORAGE}):
        if mould is None:
            call_command("collectstatic", interactive=False, verbosity=0)
        else:
            shutil.copytree(mould / "static", folder, dirs_exist_ok=True)
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


@pytest.mark.full
def test_the_collected_style_is_one_sheet_whose_addresses_lead_to_files(collected: Path) -> None:
    folder = (collected / SHEET).parent
    hashed = [path for path in folder.glob("site.*.css") if path.name != "site.css"]
    assert [path.stat().st_size > 50_000 for path in hashed] == [True]
    style = hashed[0].read_text()
    assert "@import" not in style
    assert not (folder / "base.css").exists() and not list((folder / "components").iterdir())
    addresses = ADDRESS.findall(style)
    assert len(addresses) >= 4
    assert [address for address in addresses if not (folder / address).resolve().is_file()] == []


def test_the_layers_come_first_and_every_source_stands_in_its_own(collected: Path) -> None:
    style = (collected / SHEET).read_text()
    source = (Path("tournaments/static") / SHEET).read_text()
    assert style.startswith("@layer reset, base, components, pages;")
    for layer in ("reset", "base", "components", "pages"):
        assert style.count(f"@layer {layer} {{") == source.count(f"layer({layer})")
    assert style.count("{") == style.count("}")


def test_an_imported_file_keeps_its_layer_and_its_addresses() -> None:
    files = {
        "a/css/site.css": '@layer base, pages;\n@import url("parts/one.css") layer(base);\n@import url("two.css");\n',
        "a/css/parts/one.css": '/* why */\np {\n  mask: url("../../img/x.svg"), url("data:image/png;AA");\n}\n',
        "a/css/two.css": "b {\n  color: red;\n}\n",
    }
    assert one_sheet("a/css/site.css", files.__getitem__) == (
        "@layer base, pages;\n@layer base {\n"
        'p {\nmask: url("../img/x.svg"), url("data:image/png;AA");\n}\n}\n'
        "b {\ncolor: red;\n}\n"
    )


@pytest.mark.parametrize("family", ["Inter", "Fraunces"])
def test_what_stands_in_for_a_font_is_as_high_as_the_font(family: str) -> None:
    """The overrides are in parts of an em that size-adjust has changed: both together are the height of our font."""
    from fontTools.ttLib import TTFont

    root = Path("tournaments/static/tournaments")
    font = TTFont(next((root / "vendor" / family.lower()).glob("*-latin-[ow]*.woff2")))
    style = (root / "css/fonts.css").read_text()
    rules = re.findall(
        rf'"{family} on [\w ]+";.*?size-adjust: ([\d.]+)%;\s*ascent-override: ([\d.]+)%;\s*descent-override: ([\d.]+)%',
        style,
        re.DOTALL,
    )
    assert len(rules) == 3
    for adjust, ascent, descent in rules:
        em = font["head"].unitsPerEm
        assert float(adjust) * float(ascent) / 1e4 == pytest.approx(font["hhea"].ascent / em, abs=0.001)
        assert float(adjust) * float(descent) / 1e4 == pytest.approx(-font["hhea"].descent / em, abs=0.001)
