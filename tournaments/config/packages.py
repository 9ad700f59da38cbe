"""The folder of a package, found without loading it: where settings look for templates and translations."""

from importlib.util import find_spec
from pathlib import Path


def folder_of(package: str) -> Path:
    """Return the folder of an importable package without importing it.

    Raises ModuleNotFoundError: there is no such package.
    """
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return Path(spec.origin).parent
