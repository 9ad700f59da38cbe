"""Makes the fonts of the site from those of Fontsource, and measures what stands in for them until they have come.

``script/fonts.py cut FOLDER``: FOLDER holds the unpacked npm packages of vendor/VERSIONS.md; writes the two Latin files
with the weights and the size that the style uses, without the outlines and features that no page shows.
``script/fonts.py fallback FONT FILE NAME...``: the ``@font-face`` that gives the local font NAME (its metrics read from
FILE) the widths and heights of FONT (``inter`` or ``fraunces``), so that nothing moves when the font arrives.
"""

import io
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

VENDOR = Path(__file__).resolve().parents[1] / "tournaments/static/tournaments/vendor"
FILES = {"inter": "inter-latin-wght-normal.woff2", "fraunces": "fraunces-latin-opsz-normal.woff2"}
# Titles have one weight, and the drawing of one size: that of each size is as many bytes again, which a phone on a slow
# line waits for. Text has 400 to 700, and 800 on the hall's screen.
AXES = {"inter": {"wght": (400, 800)}, "fraunces": {"wght": 580, "opsz": 32}}
FAMILIES = {"inter": "Inter", "fraunces": "Fraunces"}
# What unicode-range of css/fonts.css names.
LATIN = [
    *range(0x20, 0x7F), *range(0xA0, 0x100), 0x131, 0x152, 0x153, 0x2BB, 0x2BC, 0x2C6, 0x2DA, 0x2DC, 0x304, 0x308,
    0x329, *range(0x2000, 0x2070), 0x20AC, 0x2122, 0x2191, 0x2193, 0x2212, 0x2215, 0xFEFF, 0xFFFD,
]  # fmt: skip
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "lnum", "tnum", "pnum", "liga", "rvrn"]
# Names, sentences and numbers in the mixture of a page of an event.
SAMPLE = (
    "Guglielmo Solero, Marchetti Favro: al tavolo 13, per favore. Classifica del torneo, turno per turno; tabellone e"
    " iscritti. Il punteggio lo scrive chi gioca al tavolo, l'arbitro lo conferma. 23 coppie, 21 a 14."
)


def cut(folder: Path, name: str) -> None:
    """Write the font ``name`` with the weights, letters and features that the site uses."""
    font = instantiateVariableFont(TTFont(folder / name / "files" / FILES[name]), AXES[name], updateFontNames=False)
    whole = io.BytesIO()
    font.flavor = None
    font.save(whole)
    whole.seek(0)
    font = TTFont(whole)
    options = Options(layout_features=FEATURES, hinting=False, name_IDs=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LATIN)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(VENDOR / name / FILES[name])


def width(font: TTFont) -> float:
    """Return the mean width of a letter of the sample, in ems."""
    glyphs, advances = font.getBestCmap(), font["hmtx"]
    total = sum(advances[glyphs[ord(letter)]][0] for letter in SAMPLE)
    return float(total / len(SAMPLE) / font["head"].unitsPerEm)


def regular(path: Path) -> TTFont:
    """Return the font at the weight in which most of its text stands."""
    font = TTFont(path)
    return instantiateVariableFont(font, {axis.axisTag: 400 for axis in font["fvar"].axes}) if "fvar" in font else font


def fallback(name: str, path: Path, local: list[str]) -> str:
    """Return the rule of style for a local font in place of ``name``."""
    ours, theirs = regular(VENDOR / name / FILES[name]), TTFont(path)
    adjust = width(ours) / width(theirs)
    em, lines = ours["head"].unitsPerEm * adjust, ours["hhea"]
    sources = ", ".join(f'local("{one}")' for one in local)
    return "\n".join(
        (
            "@font-face {",
            f'  font-family: "{FAMILIES[name]} on {local[0]}";',
            f"  src: {sources};",
            f"  size-adjust: {100 * adjust:.2f}%;",
            f"  ascent-override: {100 * lines.ascent / em:.2f}%;",
            f"  descent-override: {-100 * lines.descent / em:.2f}%;",
            f"  line-gap-override: {100 * lines.lineGap / em:.0f}%;",
            "}",
        )
    )


def main(command: str, *rest: str) -> None:
    if command == "cut":
        for name in FILES:
            cut(Path(rest[0]), name)
    else:
        print(fallback(rest[0], Path(rest[1]), list(rest[2:])))


if __name__ == "__main__":
    main(*sys.argv[1:])
