"""The tree that the image gets serves the site: its commands run, its modules are imported, every page is asked."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from script import places
from tests import mould
from tests.architecture.image import is_let_in

ROOT = Path(__file__).resolve().parents[2]
# What no request can have found on the way: pages without an argument, and the scripts that are offered to readers.
ASKED = """
import importlib, pkgutil, sys
import django
django.setup()
from django.conf import settings
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from tournaments.draw.pages.draw import VERIFIERS

wrong = []
for package in sys.argv[1:]:
    for module in pkgutil.walk_packages([package], f"{package}."):
        importlib.import_module(module.name)
pages = {reverse("draw_verifier", args=[script.removesuffix(".py")]) for script in VERIFIERS}
for name in (each for each in get_resolver().reverse_dict if isinstance(each, str)):
    try:
        pages.add(reverse(name))
    except NoReverseMatch:
        pass
client = Client(raise_request_exception=False)
answers = {page: client.get(page).status_code for page in sorted(pages)}
print(len(answers), [page for page, status in answers.items() if status in (404, 410) or status >= 500])
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``COPY . .`` of deploy/Dockerfile brings."""
    tree = tmp_path_factory.mktemp("image")
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, tracked.split("\0")):
        if is_let_in(name) and (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    return tree


def run(tree: Path, *command: str) -> str:
    """What a command says that runs in the tree and sees nothing else of this checkout."""
    data = tree.parent / f"{tree.name}-data"
    if not data.exists():
        mould.database_into(data)
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    settings = {"DJANGO_SETTINGS_MODULE": "tournaments.config.settings", "SETTEBELLO_DATA": str(data)}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tree,
        env={**kept, **settings, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_tree_of_the_image_serves_every_page_that_everybody_may_ask_for(tree: Path) -> None:
    made = mould.kept()
    if made is None:
        run(tree, "manage.py", "collectstatic", "--noinput", "--verbosity=0")
    else:
        (tree / "staticfiles").symlink_to(made / "static")
    asked, wrong = run(tree, "-c", ASKED, *places.packages()).split(maxsplit=1)
    assert int(asked) > 40
    assert wrong.strip() == "[]"
