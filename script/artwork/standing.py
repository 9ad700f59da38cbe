"""Figures at full length: the court of the Neapolitan pack."""

from typing import Final

from script.artwork.heads import LOOKS, Look, other, pale, young
from script.artwork.shapes import (
    BLUE,
    BLUSH,
    BROWN,
    GOLD,
    GOLD_PALE,
    GREEN,
    GREEN_PALE,
    INK,
    PAPER,
    RED,
    RED_DARK,
    SKIN,
    WHITE,
    Svg,
    at,
    circle,
    dots,
    ink_outline,
    line,
    path,
)

# Where the hand is that holds the suit, by rank; and how large and how far below its middle a suit is held.
HAND: Final = {8: (93.0, 91.0), 9: (93.0, 89.0), 10: (92.0, 99.0)}
GRIP: Final = {"d": (0.95, 19.0), "c": (0.95, 9.0), "s": (1.16, 19.5), "b": (1.16, 19.5)}


def figure(rank: int, suit: str, symbol: Svg) -> Svg:
    """Draw a knave (8), knight (9) or king (10) who holds ``symbol``."""
    look, (x, y), (scale, low) = LOOKS[suit], HAND[rank], GRIP[suit]
    drawn = {8: _knave, 9: _knight, 10: _king}[rank](look)
    held = at(symbol, x, y - low * scale, scale)
    grasp = circle(x, y, 5, SKIN) + line(f"M{x - 4.6} {y - 0.6}H{x + 4.6}", INK, 0.8)
    return ink_outline(_ground() + drawn + held + (grasp if suit != "d" else ""))


def arm(d: str, colour: str, x: float, y: float) -> Svg:
    """Draw a sleeve along ``d`` and a hand at its end."""
    return line(d, INK, 14.4) + line(d, colour, 11.6) + circle(x, y, 5, SKIN)


def _ground() -> Svg:
    return line("M14 171H106", GREEN, 3.4) + line("M26 175.6H94", GREEN_PALE, 2)


def _face(x: float, y: float) -> Svg:
    """Turned a little to the right."""
    return at(
        line("M-6.4-3.4Q-4.2-5-2-3.6M3-3.6Q5.2-5 7.2-3.4", INK, 1.2)
        + dots(((-3.9, -0.6), (5, -0.6)), 1.4, INK)
        + line("M1 0 2.2 4.4-.2 4.8M-2 8Q1 9.6 4 8", BLUSH, 1.1),
        x,
        y,
    )


def _king(look: Look) -> Svg:
    return _mantle(look) + _sceptre(look) + _ermine() + _beard(look) + _crown()


def _mantle(look: Look) -> Svg:
    shoes = "M46 164h13v7H41q0-6 5-7ZM74 164H61v7H79q0-6-5-7Z"
    return (
        path(shoes, other(RED, look.lining, BLUE))
        + path("M60 66C40 66 32 80 29 104L22 165H98L91 104C88 80 80 66 60 66Z", look.robe)
        + path("M51 72 45 165H75L69 72Z", look.lining)
        + path("M45.6 152H74.4L75 165H45Z", other(GOLD, look.lining, RED))
        + dots(((51, 158.6), (60, 158.6), (69, 158.6)), 2, GOLD_PALE)
        + "".join(path(f"M60 {y}l4.4 6-4.4 6-4.4-6Z", GOLD_PALE, INK, 0.8) for y in (98, 114, 130))
        + line("M34 108 28 163M86 108 92 163", pale(look.robe), 2.6)
        + dots(((38, 120), (36, 138), (34, 156), (82, 120), (84, 138), (86, 156)), 2, pale(look.robe))
    )


def _sceptre(look: Look) -> Svg:
    return (
        line("M31 64V132", INK, 4.4)
        + line("M31 64V132", GOLD, 2)
        + arm("M43 84 33 104", look.robe, 31.4, 107)
        + arm("M78 84 90 98", look.robe, 92, 99)
        + circle(31, 62, 5, GOLD)
    )


def _ermine() -> Svg:
    return path("M42 70Q60 62 78 70L82 84Q60 100 38 84Z", WHITE) + line(
        "M45 79l1.6 4M54 83l.6 4M66 83l-.6 4M75 79l-1.6 4", INK, 2
    )


def _beard(look: Look) -> Svg:
    return (
        path("M47 40Q47 62 60 64 73 62 73 40Z", SKIN)
        + path("M46 44Q44 66 60 86 76 66 74 44 73 53 67 52 61 49 60 52 59 49 53 52 47 53 46 44Z", look.hair)
        + line("M56 57Q60 59.4 64 57", RED_DARK, 1.6)
        + line("M54 64 57 74M66 64 63 74", INK, 0.7)
        + line("M52 41Q54.4 39.4 56.8 41M63.2 41Q65.6 39.4 68 41", INK, 1.2)
        + dots(((54.6, 44.4), (65.4, 44.4)), 1.5, INK)
        + line("M60 43V48.6", BLUSH, 1.1)
    )


def _crown() -> Svg:
    return (
        path("M45 37 42 17 51.6 26 60 12 68.4 26 78 17 75 37Q60 32 45 37Z", GOLD)
        + path("M45 37Q60 31.6 75 37L74.6 41Q60 35.6 45.4 41Z", RED)
        + "".join(circle(x, y, 2.4, GOLD_PALE) for x, y in ((42, 16), (60, 11.6), (78, 16)))
    )


def _knave(look: Look) -> Svg:
    return _legs(look) + _doublet(look) + _bob(look) + _beret(look)


def _legs(look: Look) -> Svg:
    return (
        path("M44 72C34 92 28 118 26 142L52 128 66 126 90 142C88 116 82 92 74 72Z", look.lining)
        + path("M46 114H58L57 158Q57 164 51 164L36 166Q38 159 46 157Z", look.trim)
        + path("M61 114H74L73 157Q82 159 84 166L68 164Q62 164 62 158Z", other(GOLD, look.trim, RED))
        + path("M30 170Q34 161 47 160L57 161V170ZM90 170Q86 161 73 160L62 161V170Z", other(RED, look.trim, BROWN))
    )


def _doublet(look: Look) -> Svg:
    return (
        path("M45 68H75L82 120Q76 126 71 120 66 126 60 120 54 126 49 120 44 126 38 120Z", look.robe)
        + line("M44 108V118M53 108V117M67 108V117M76 108V118", pale(look.robe), 1.6)
        + path("M56 68H64L66 98H54Z", GOLD_PALE)
        + line("M57 77H63M56.4 85H64", RED, 2)
        + path("M41.4 97H78.8L79.8 104H40.6Z", other(GOLD, look.robe, RED))
        + path("M56 95.4H64V105.6H56Z", GOLD_PALE)
        + arm("M46 76 35 88 42 100", look.robe, 43, 102)
        + arm("M75 76 88 88 91 90", look.robe, 93, 91)
    )


def _bob(look: Look) -> Svg:
    return (
        path("M50 60H70V68Q60 74 50 68Z", SKIN)
        + path("M45 66C41 52 42 36 60 34 78 36 79 52 75 66L70 68C73 56 72 46 66 44H54C48 46 47 56 50 68Z", young(look))
        + path("M49 46Q48 65 60 66 72 65 71 46Q60 40 49 46Z", SKIN)
        + _face(59, 52)
    )


def _beret(look: Look) -> Svg:
    return (
        path("M40 40C38 24 54 20 64 21 78 22 84 32 80 40 68 35 52 35 40 40Z", look.lining)
        + path("M41 40Q60 32 80 40L79 44Q60 37 42 44Z", other(GOLD, look.lining, GREEN))
        + path("M47 26C42 14 50 7 68 8 62 10 64 12 60 15 64 16 58 21 52 25Z", PAPER)
    )


def _knight(look: Look) -> Svg:
    return _horse(look) + _saddle(look) + _rider(look) + _hat(look)


def _horse(look: Look) -> Svg:
    body = (
        "M36 122C32 112 32 104 28 98L19 105Q11 107 10 99L12 93Q16 84 25 79L25 70 33 77C45 82 50 96 58 104 68 110 80 106"
        " 89 107 103 109 107 122 103 136L99 150 104 170H93L89 152Q87 142 82 138C70 142 58 142 49 139L47 154 47 170H37L"
        "38 152Z"
    )
    return (
        path("M99 112C112 112 115 130 108 152 103 144 104 128 96 124Z", look.mane)
        + path("M42 128 25 136 20 153 28 155 33 142 46 138ZM76 134 78 148 72 170H82L88 148 88 132Z", look.coat)
        + path(body, look.coat)
        + path("M33 77C45 82 50 96 58 104L50 106C50 100 46 102 46 96 42 98 40 92 41 89 36 90 34 84 33 77Z", look.mane)
        + dots(((21.4, 89.6),), 1.6, INK)
        + dots(((13.6, 98.6),), 1, INK)
        + line("M16 87 24 101M27 84 30 99M24 101 50 96", other(RED, look.robe, GOLD), 2.2)
        + path(
            "M37 164H47V170H37ZM93 164H103.4L104 170H93ZM73.4 165H83L82 170H72ZM20.6 150 28.6 152 28 156 19.4 154Z", INK
        )
    )


def _saddle(look: Look) -> Svg:
    return path("M52 106Q68 112 86 107L90 130Q70 140 52 131Z", other(GOLD, look.robe, RED)) + line(
        "M53 126Q70 134 88.6 125", other(look.lining, GOLD, RED), 3
    )


def _rider(look: Look) -> Svg:
    return (
        path("M60 58C78 62 94 80 96 108L82 104 62 76Z", look.lining)
        + path("M52 66H77L82 106Q67 113 54 106Z", look.robe)
        + path("M53.4 96H80.6L81.4 102H53.8Z", GOLD_PALE)
        + path("M58 105H73L70 126 66 142H56L58 126Z", look.trim)
        + path("M55 138H67L66.4 150H51Q50 145 55 143Z", BROWN)
        + arm("M56 75 47 88 48 94", look.robe, 49, 96)
        + arm("M76 75 88 85 91 88", look.robe, 93, 89)
        + path("M57 58H71V67Q64 71 57 67Z", SKIN)
        + path("M50 60C47 48 49 34 63 33 78 34 80 48 77 60L72 61C75 52 74 44 68 42H58C52 44 52 52 54 61Z", young(look))
        + path("M52.6 43Q52 60 63 61 74 60 73.6 43Q63 38 52.6 43Z", SKIN)
        + _face(62, 48.6)
    )


def _hat(look: Look) -> Svg:
    return (
        path("M44 38Q50 36 52 24 63 16 75 24 77 36 84 38 64 32 44 38Z", look.lining)
        + path("M51.4 28Q63 23 75.6 28L76.4 33.6Q64 30 50 34Z", other(GOLD, look.lining, GREEN))
        + path("M74 27C82 22 86 12 80 8 72 10 70 18 71 25Z", PAPER)
    )
