"""Where the symbols of the cards from two to seven stand, and how large."""

from typing import Final, NamedTuple

from script.artwork.shapes import Point


class Places(NamedTuple):
    """The scale of the symbols and their middles; the fifth of a seven is the one in the middle."""

    scale: float
    middles: tuple[Point, ...]


# Coins and cups.
ROUND: Final = {
    2: Places(1.46, ((60, 54), (60, 136))),
    3: Places(1.16, ((60, 42), (60, 95), (60, 148))),
    4: Places(1.1, ((35, 60), (85, 60), (35, 130), (85, 130))),
    5: Places(1, ((36, 55), (84, 55), (60, 95), (36, 135), (84, 135))),
    6: Places(0.98, ((36, 53), (84, 53), (36, 95), (84, 95), (36, 137), (84, 137))),
    7: Places(0.88, ((37, 50), (83, 50), (37, 87), (83, 87), (60, 116), (37, 148), (83, 148))),
}
# Swords and clubs stand in rows, as soldiers do.
TALL: Final = {
    2: Places(1.72, ((37, 95), (83, 95))),
    3: Places(1.24, ((60, 52), (36, 133), (84, 133))),
    4: Places(1.14, ((40, 58), (80, 58), (40, 132), (80, 132))),
    5: Places(0.98, ((37, 57), (83, 57), (60, 95), (37, 133), (83, 133))),
    6: Places(1.04, ((34, 61), (60, 61), (86, 61), (34, 129), (60, 129), (86, 129))),
    7: Places(0.86, ((41, 46), (79, 46), (33, 95), (60, 95), (87, 95), (41, 144), (79, 144))),
}
# French suits, whose lower half stands on its head.
FRENCH: Final = {
    2: Places(1.24, ((60, 46), (60, 144))),
    3: Places(1.1, ((60, 41), (60, 95), (60, 149))),
    4: Places(0.94, ((42, 51), (78, 51), (42, 139), (78, 139))),
    5: Places(0.92, ((42, 48), (78, 48), (60, 95), (42, 142), (78, 142))),
    6: Places(0.9, ((42, 46), (78, 46), (42, 95), (78, 95), (42, 144), (78, 144))),
    7: Places(0.84, ((41, 43), (79, 43), (41, 95), (79, 95), (60, 69), (41, 147), (79, 147))),
}
CENTRE: Final = 4
