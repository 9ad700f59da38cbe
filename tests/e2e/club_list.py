"""The list of a club that organises: a hundred pairs with names of their own."""

ORGANISER = "ornella@example.org"
FIRST = (
    "Airola",
    "Balma",
    "Cargnino",
    "Droetto",
    "Enrici",
    "Ferrando",
    "Genotti",
    "Havel",
    "Inaudi",
    "Juglair",
    "Losa",
    "Micono",
    "Nepote",
    "Olivetti",
    "Perotti",
    "Quaglia",
    "Rocchietti",
    "Savant",
    "Teppa",
    "Vana",
)
SECOND = (
    "Aimone",
    "Bertolotto",
    "Castagneri",
    "Dematteis",
    "Eandi",
    "Fornelli",
    "Geninatti",
    "Magnetti",
    "Macario",
    "Poma",
    "Bonino",
    "Cabodi",
    "Drovetti",
    "Girardi",
    "Massa",
    "Togliatti",
    "Solero",
    "Tetti",
    "Vottero",
    "Zunino",
)
GIVEN = (("Gino", "Pina"), ("Ezio", "Irma"), ("Aldo", "Rita"), ("Piero", "Nora"), ("Gianni", "Clara"))


def names(number: int) -> tuple[str, str]:
    """A pair of the list: nobody twice, and no two with the same family names."""
    row, given = number % len(FIRST), number // len(FIRST)
    second = SECOND[(row + given) % len(SECOND)]
    return f"{FIRST[row]} {GIVEN[given][0]}", f"{second} {GIVEN[given][1]}"
