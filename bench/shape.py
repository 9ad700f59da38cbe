"""How the code is cut: lines, files, functions that nobody else calls, and in how many files one thing is named.

``python -m bench.shape``. It reads the files that git knows and runs nothing. A line of code is one that is not blank,
a comment or a docstring. A private function is *named once* where the code names it in one place beside its definition.
"""

import ast
import io
import re
import subprocess
import tokenize
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bench.record import record
from script.places import packages

ROOT = Path(__file__).resolve().parents[1]
LONG = 160
# No code: what is said of lines, blank ones, and how far they are indented.
SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
# One thing of each kind, by a word that is used for nothing else: a new one of its kind touches as many files.
THINGS = {
    "column": "table_place",
    "parameter": "sweep_exclusion",
    "page": "organise_headcount",
}
# Where a thing is named again without being built: what is said of it, and what tries it.
BESIDE = ("docs/", "tests/", "bench/", "script/", "CHANGELOG.md", "CONTRIBUTING.md", "README.md")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Texts = Mapping[str, str]


def files(*patterns: str) -> list[str]:
    found = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True)
    return found.stdout.splitlines()


def read(names: Iterable[str]) -> Texts:
    return {name: (ROOT / name).read_text(encoding="utf-8", errors="replace") for name in names}


def code_lines(text: str) -> int:
    """Return how many lines of a Python file are code."""
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS))
            and ast.get_docstring(node, clean=False) is not None
        ):
            told |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    code: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            code |= set(range(token.start[0], token.end[0] + 1))
    return len(code - told)


def named_once(texts: Texts) -> tuple[int, int]:
    """Return how many functions there are, and how many of them are private and named once."""
    count = once = 0
    for text in texts.values():
        names, defined = Counter[str](), list[str]()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Name):
                names[node.id] += 1
            elif isinstance(node, ast.Attribute):
                names[node.attr] += 1
            elif isinstance(node, FUNCTIONS):
                defined.append(node.name)
        count += len(defined)
        once += sum(name.startswith("_") and not name.startswith("__") and names[name] == 1 for name in defined)
    return count, once


def same_names(names: Iterable[str]) -> int:
    """Return how many modules have the name of another one."""
    stems = Counter(Path(name).stem for name in names if Path(name).stem != "__init__")
    return sum(number for number in stems.values() if number > 1)


def long_share(texts: Texts) -> float:
    """Return the share of characters that stand in lines longer than ``LONG``, in per cent."""
    lines = [len(line) for text in texts.values() for line in text.splitlines()]
    return 100 * sum(each for each in lines if each > LONG) / sum(lines)


def naming(word: str, texts: Texts) -> int:
    """Return how many files name a word."""
    return sum(re.search(rf"\b{word}\b", text) is not None for text in texts.values())


def main() -> None:
    ours = packages()
    product = read(name for name in files(*(f"{name}/*.py" for name in ours)) if "/migrations/" not in name)
    tests = read(files("tests/*.py"))
    templates = read(files("templates/*.html", *(f"{name}/templates/*.html" for name in ours)))
    built = read(
        name
        for name in files("*.py", "*.html", "*.js", "*.css", "*.toml", "script/*", "*.txt")
        if not name.startswith(BESIDE) and "/migrations/" not in name
    )
    count, once = named_once(product)
    platform = {name: text for name, text in built.items() if not name.startswith("scala40/")}
    found: dict[str, Any] = {
        "product": {"lines": sum(map(code_lines, product.values())), "files": len(product)},
        "tests": {"lines": sum(map(code_lines, tests.values())), "files": len(tests)},
        "functions": count,
        "once": once,
        "once_share": 100 * once / count,
        "by_hand": sum(len(re.findall(r"# fmt: skip$", text, re.MULTILINE)) for text in product.values()),
        "same_names": same_names(product),
        "templates_long": long_share(templates),
        "named": {
            **{thing: naming(word, built) for thing, word in THINGS.items()},
            "game": naming("scala40", platform),
        },
    }
    record("shape", found)
    print(f"product {found['product']}, tests {found['tests']}")
    print(f"{count} functions, {once} of them private and named once ({found['once_share']:.0f} %)")
    print(f"{found['by_hand']} tables formatted by hand, {found['same_names']} modules that share a name")
    print(f"{found['templates_long']:.1f} % of the characters of templates in lines over {LONG}")
    print(f"files that name one thing: {found['named']}")


if __name__ == "__main__":
    main()
