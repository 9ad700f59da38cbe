"""How the code is cut: a function has a name when somebody else calls it, or when it says more than its lines.

The name says what the function does, or what it returns: a verb or a noun, and no participle alone.
"""

import ast
from collections.abc import Iterator

import pytest

from bench.shape import FUNCTIONS, files, named_once, read
from script.places import packages

# Per cent; five projects of this field and its neighbours have 1 to 4.
MOST_NAMED_ONCE = 8.0

# Without those that are an infinitive too: "come", "cut", "put", "read", "run", "set", "split".
IRREGULAR = """
beaten become been begun bent bitten blown born borne bought bound bred broken brought built burnt caught chosen clung
crept dealt done drawn driven drunk dug eaten fallen fed felt flown forbidden forgiven forgotten fought found frozen
given gone got gotten grown had heard held hidden hung kept known laid lain learnt led left lent lit lost made meant met
mistaken overdrawn overridden paid proven rebuilt resent retold rewritten ridden risen rung said sat seen sent sewn
shaken shown shut slept slid sold sought spelt spent spoilt spoken spun stolen stood strewn struck stuck stung sung sunk
swept sworn swum swung taken taught thought thrown told torn undertaken undone unknown unseen unsent unwritten withdrawn
withheld woken won worn wound woven written
"""
# Verbs and nouns that only end like a participle.
NO_PARTICIPLE = frozenset({"bleed", "breed", "embed", "exceed", "feed", "need", "proceed", "seed", "shed", "speed"})
# A noun behind a participle makes a name of it ("known_codes"); with one of these it says as little as alone.
PARTICLES = """
after again apart at away back before by down for from in into now of off on out over since through to together under
until up with
"""
# A migration calls it.
KEPT = {"tournaments/models/people.py: folded"}


def is_participle(name: str) -> bool:
    """Return whether the name of a function is a participle alone, such as ``held``, ``_paired`` or ``led_by``."""
    first, *rest = name.strip("_").split("_")
    is_regular = first.endswith("ed") and len(first) > 3 and first not in NO_PARTICIPLE
    return (is_regular or first in IRREGULAR.split()) and (not rest or rest[0] in PARTICLES.split())


def called_functions(text: str) -> Iterator[str]:
    """Yield the names of all functions and methods that are called; a property may say a state."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, FUNCTIONS):
            marks = {ast.unparse(mark) for mark in node.decorator_list}
            if not marks & {"property", "cached_property"}:
                yield node.name


def test_few_private_functions_are_named_in_one_place_alone() -> None:
    product = read(name for name in files(*(f"{each}/*.py" for each in packages())) if "/migrations/" not in name)
    count, once = named_once(product)
    assert 100 * once / count <= MOST_NAMED_ONCE, f"{once} of {count}"


def test_no_function_is_named_by_a_participle() -> None:
    texts = read(files(*(f"{each}/*.py" for each in (*packages(), "bench", "docs")), "script/*"))
    code = {name: text for name, text in texts.items() if name.endswith(".py") or "python" in text.partition("\n")[0]}
    found = {f"{name}: {each}" for name, text in code.items() for each in called_functions(text) if is_participle(each)}
    assert found == KEPT


@pytest.mark.parametrize(
    ("name", "is_found"),
    [
        ("told", True),
        ("_asked", True),
        ("led_by", True),
        ("dialled_again", True),
        ("tell", False),
        ("known_codes", False),
        ("seed", False),
        ("time_left", False),
    ],
)
def test_a_participle_is_told_from_a_noun_and_a_verb(name: str, is_found: bool) -> None:
    assert is_participle(name) is is_found
