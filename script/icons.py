"""Draws the icons by which a device shows the installed site, from the shapes of img/favicon.svg.

``script/icons.py``: a card with its coins on the green of the table. A maskable icon is cut to any shape by the device,
so its card stays within the middle 80 %; the plain ones have round corners of their own.
"""

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

IMAGES: Final = Path(__file__).resolve().parents[1] / "tournaments/static/tournaments/img"
GREEN, DARK_GREEN, CARD, INK, GOLD, DARK_GOLD = "#0f5c4a", "#0a4437", "#fffdf8", "#1e1b18", "#c8972b", "#7a5607"
# Of the 40 units of the drawing: the card, and each coin with its centre, radius and colours.
BOX: Final = 40
COINS: Final = [
    *((x, y, 3.7, GOLD, DARK_GOLD) for y in (8, 16.6, 32) for x in (14, 26)),
    (20, 24.4, 4.7, GREEN, DARK_GREEN),
    (20, 24.4, 2, GOLD, GOLD),
]
# Drawn so many times larger and made small again: edges come out smooth.
FINER: Final = 4
# File: its size, the share of it that the card is high, and the share by which its corners are round.
ICONS: Final = {
    "icon-192.png": (192, 0.78, 0.2),
    "icon-512.png": (512, 0.78, 0.2),
    "icon-maskable-512.png": (512, 0.62, 0),
    "icon-apple-180.png": (180, 0.74, 0),
}


def icon(size: int, height: float, corner: float) -> Image.Image:
    """Draw the card in the middle of a green field."""
    large = size * FINER
    image = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, large - 1, large - 1), round(large * corner), fill=GREEN)
    unit = large * height / BOX
    edge = (large - BOX * unit) / 2

    def at(number: float) -> float:
        return edge + number * unit

    pen.rounded_rectangle(
        (at(6), at(0.8), at(34), at(39.2)), round(5 * unit), fill=CARD, outline=INK, width=round(unit)
    )
    for x, y, radius, fill, outline in COINS:
        pen.ellipse((at(x - radius), at(y - radius), at(x + radius), at(y + radius)), fill, outline, round(unit * 0.7))
    return image.resize((size, size), Image.Resampling.LANCZOS)


def main() -> None:
    for name, (size, height, corner) in ICONS.items():
        made = icon(size, height, corner)
        # Without transparency a file is a third smaller, and no device puts a colour of its own behind it.
        (made if corner else made.convert("RGB")).quantize(64, dither=Image.Dither.NONE).save(
            IMAGES / name, optimize=True
        )


if __name__ == "__main__":
    main()
