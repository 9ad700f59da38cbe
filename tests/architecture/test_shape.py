"""How the code is cut: a function has a name when somebody else calls it, or when it says more than its lines."""

from bench.shape import files, named_once, read
from script.places import packages

# Per cent; five projects of this field and its neighbours have 1 to 4.
MOST_NAMED_ONCE = 8.0


def test_few_private_functions_are_named_in_one_place_alone() -> None:
    product = read(name for name in files(*(f"{each}/*.py" for each in packages())) if "/migrations/" not in name)
    count, once = named_once(product)
    assert 100 * once / count <= MOST_NAMED_ONCE, f"{once} of {count}"
