"""docs/defects.md names what script/defects does, and each text that it replaces is in its file."""

import importlib.util
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def script() -> Any:
    loader = SourceFileLoader("defects", str(ROOT / "script/defects"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("defects", loader))  # type: ignore[arg-type]
    sys.modules["defects"] = module
    loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def _no_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that is loaded from a file without an ending would leave its bytecode beside it."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)


def test_the_page_has_each_defect_with_what_it_changes(script: Any) -> None:
    page = (ROOT / "docs/defects.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("|")][2:]
    assert rows == [each.row("caught") for each in script.DEFECTS]
    assert f"catch {len(script.DEFECTS)} defects" in (ROOT / "CONTRIBUTING.md").read_text()


def test_what_a_defect_replaces_is_in_its_file(script: Any) -> None:
    assert [each.name for each in script.DEFECTS if each.text not in (ROOT / each.file).read_text()] == []
