"""Compile the code and its tests once, before several processes would each compile all of it at the same moment.

``python -m tests.bytecode`` fills the ``__pycache__`` folders of a fresh clone as Python and pytest would.
"""

import compileall
import contextlib
import os
import re
import sys
import types
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


class Rewriting:
    """A plug-in that lets pytest rewrite the assertions of each test file, and ends before any is collected."""

    def pytest_cmdline_main(self) -> int:
        for pattern in ("test_*.py", "conftest.py"):
            for path in sorted((ROOT / "tests").rglob(pattern)):
                keep_rewritten(".".join(path.relative_to(ROOT).with_suffix("").parts))
        return 0


def keep_rewritten(name: str) -> None:
    """Let pytest's loader compile and keep a module. Nothing of it is run: without builtins its first import fails."""
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(name)
    module: object = types.SimpleNamespace(__name__=name, __spec__=spec, __builtins__={})
    with contextlib.suppress(ImportError):
        spec.loader.exec_module(module)  # type: ignore[arg-type]


if __name__ == "__main__":
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    failed = pytest.main(["-c", os.devnull, "--rootdir", str(ROOT), "-p", "no:cacheprovider"], plugins=[Rewriting()])
    rewritten = re.compile(r"/(test_\w+|conftest)\.py$")
    folders = [path.parent for path in ROOT.glob("*/__init__.py")]
    compiled = [compileall.compile_dir(each, quiet=1, rx=rewritten) for each in folders]
    sys.exit(failed or not all(compiled))
