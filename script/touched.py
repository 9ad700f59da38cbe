"""Order the tests by how near they are to a change, and run them nearest first until the time is up.

    python -m script.touched                 for what differs from HEAD or, if nothing does, for the last commit
    python -m script.touched --since main    for what differs from that commit
    python -m script.touched --list          the order, without running anything

Which definition uses which is told by script/uses.py. There a test is a node like any other, so tests are ordered here
and not files.
"""

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from script import places
from script.uses import (
    Definition,
    House,
    Module,
    Route,
    changed_definitions,
    file_of,
    module_of,
    read_module,
    read_template,
)
from tests import needs

Json: TypeAlias = Any

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "touched"
# Seconds that the tests may take; with lint beside them the check is then done within 100 on two idle cores.
SECONDS = 75.0
# What needs a browser, servers or a machine for itself. Its files are named, with the command that runs them.
APART = tuple(f"{folder}/" for folder in places.apart())
# Of these a file that changed is run where its programs are installed; the others want the machine for themselves.
RUN_HERE = ("tests/e2e/", "tests/nginx/", "tests/redis/")
# Tests of the repository itself: for what no test names.
HOUSE = "tests/architecture/"

# What a test costs that was never measured, in seconds.
UNKNOWN = 0.2
# No test counts as cheaper than this.
LEAST = 0.05
# So much more is collected than the time is expected to be enough for.
SPARE = 1.6
PROCESSES = 2
# The tests of the repository itself read all files: each is as near to any change as this.
HOUSE_SHARE = 0.05


# What a change touches


@dataclass(frozen=True, slots=True)
class Near:
    """How near a test is: the steps of the shortest way to the change, and how much of what it names leads there."""

    steps: int
    share: float


# What is left of a share with each step.
FADES = 0.9
# How much nearer a test counts whose file is named as the changed one.
SAME_NAME = 2.0
# The share of a node is the sum of those that it uses, over their number raised to this. With 1 it would be their mean;
# it is less, so that a long test which does the thing itself is nearer than a short one that only leads there.
SPREADS = 0.7
# Shares go round the cycles of the graph so often.
ROUNDS = 6


def nearness(
    uses: Mapping[str, Mapping[str, float]], changed: Iterable[str], wanted: Collection[str]
) -> dict[str, Near]:
    """For each of ``wanted`` from which a way leads to the change, how near it is.

    A test that names little beside what changed is more about it than one that names everything: see ``SPREADS``.
    """
    users: dict[str, list[str]] = defaultdict(list)
    for node, used in uses.items():
        for each in used:
            users[each].append(node)
    steps = dict.fromkeys(sorted(set(changed)), 0)
    waiting = deque(steps)
    while waiting:
        node = waiting.popleft()
        for user in users[node]:
            if user not in steps:
                steps[user] = steps[node] + 1
                waiting.append(user)
    share = {node: 1.0 if distance == 0 else 0.0 for node, distance in steps.items()}
    weight = {node: sum(uses[node].values()) for node in steps if node in uses}
    for _each in range(ROUNDS):
        for node, distance in steps.items():
            if distance:
                share[node] = (
                    sum(share.get(each, 0.0) * sure for each, sure in uses[node].items())
                    / weight[node] ** SPREADS
                    * FADES
                )
    return {node: Near(steps[node], share[node]) for node in steps if node in wanted}


# From the repository


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def has_commit(name: str) -> bool:
    return (
        subprocess.run(["git", "rev-parse", "--quiet", "--verify", name], cwd=ROOT, capture_output=True).returncode == 0
    )


def is_template(file: str) -> bool:
    return "/templates/" in f"/{file}"


def load() -> House:
    """The house as the working folder has it. What was read of a file is kept under the hash of its text."""
    files = [
        file
        for file in git("ls-files", "--cached", "--others", "--exclude-standard").splitlines()
        if (ROOT / file).is_file()
    ]
    store = KEPT / f"read-{sha256((ROOT / 'script/uses.py').read_bytes()).hexdigest()[:12]}.json"
    kept: dict[str, Json] = json.loads(store.read_text()) if store.exists() else {}
    found: dict[str, Json] = {}
    modules, templates = {}, {}
    for file in files:
        if not file.endswith(".py") and not is_template(file):
            continue
        content = (ROOT / file).read_bytes()
        key = sha256(content).hexdigest() + file[-3:]
        found[key] = kept.get(key) or _read(file, content.decode("utf-8", "replace"))
        if file.endswith(".py"):
            modules[module_of(file)] = _module(found[key])
        else:
            templates[file] = Definition(*found[key])
    if found.keys() - kept.keys():
        KEPT.mkdir(parents=True, exist_ok=True)
        for old in KEPT.glob("read-*.json"):
            old.unlink(missing_ok=True)
        store.write_text(json.dumps(found))
    return House(modules, templates, files)


def _read(file: str, text: str) -> Json:
    """What a file says as JSON; nothing of one that is no Python."""
    try:
        return astuple(read_module(text) if file.endswith(".py") else read_template(text))
    except SyntaxError:
        return ({}, {}, ())


def _module(read: Json) -> Module:
    imports, definitions, routes = read
    return Module(
        imports, {name: Definition(*each) for name, each in definitions.items()}, tuple(Route(*each) for each in routes)
    )


def changed_nodes(since: str, house: House) -> tuple[list[str], set[str]]:
    """The files that differ from a commit, and the nodes of what changed in them."""
    files = git("diff", "--name-only", "--no-renames", since).splitlines()
    files = sorted({*files, *git("ls-files", "--others", "--exclude-standard").splitlines()})
    changed: set[str] = set()
    for file in files:
        if not file.endswith(".py"):
            changed.add(file)
            continue
        name = module_of(file)
        told = subprocess.run(["git", "show", f"{since}:{file}"], cwd=ROOT, capture_output=True, text=True)
        after = (ROOT / file).read_text() if (ROOT / file).is_file() else ""
        try:
            found = changed_definitions(told.stdout, after)
        except SyntaxError:
            module = house.modules.get(name)
            found = {"", *(module.definitions if module else ())}
        changed |= {f"{name}:{each}" for each in found}
        # Who reads the file, and not what it defines.
        changed |= {f"{name}:"} if found else set()
    return files, changed


def is_test(node: str) -> bool:
    module, _, name = node.partition(":")
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_") and name.startswith("test_")


@dataclass(frozen=True, slots=True)
class Plan:
    """The tests that a change reaches, the most telling first; the files to collect; those that are not run here."""

    near: Mapping[str, Near]
    order: Sequence[str]
    files: Sequence[str]
    apart: Sequence[str]


def choose_plan(
    near: Mapping[str, Near], seconds: Mapping[str, float], budget: float, also: Collection[str] = ()
) -> Plan:
    """Put what names the change itself first, then what says most for its cost; choose files for a budget of seconds.

    Of the files that are run apart only those in ``also`` are chosen.
    """
    here = [node for node in near if file_of(node) in also or not file_of(node).startswith(APART)]
    order = sorted(here, key=lambda node: (near[node].steps > 1, -worth(near[node], seconds.get(node, UNKNOWN)), node))
    files: dict[str, None] = {}
    spent = 0.0
    for node in order:
        if spent > budget:
            break
        files[file_of(node)] = None
        spent += seconds.get(node, UNKNOWN)
    nearest = sorted(near, key=lambda node: (near[node].steps, -near[node].share, node))
    apart = dict.fromkeys(file_of(node) for node in nearest if node not in set(here))
    return Plan(near, order, tuple(files), tuple(apart))


def worth(near: Near, seconds: float) -> float:
    """What a test says about the change for what it costs."""
    return near.share / math.sqrt(max(seconds, LEAST))


def with_names(near: Mapping[str, Near], files: Sequence[str]) -> dict[str, Near]:
    """The same with those nearer whose file shares a word of its name with a file that changed."""
    changed = {word for file in files if not file.startswith("tests/") for word in _words(file)}
    return {
        node: Near(each.steps, each.share * SAME_NAME) if changed & _words(file_of(node)) else each
        for node, each in near.items()
    }


def _words(file: str) -> set[str]:
    """The words of a file's name, "entries" and "entry" alike."""
    name = file.rpartition("/")[2].partition(".")[0].removeprefix("test_")
    return {re.sub(r"(ies|s|y)$", "", word) for word in re.split(r"\W|_", name) if len(word) > 2}


def with_fallbacks(near: Mapping[str, Near], tests: Collection[str], files: Sequence[str]) -> dict[str, Near]:
    """The same with what no name leads to: the tests of the repository, and those of words for a catalogue."""
    found = dict(near)
    for node in tests:
        module = node.partition(":")[0]
        if file_of(node).startswith(HOUSE):
            found[node] = Near(found.get(node, Near(1, 0)).steps, max(found.get(node, Near(1, 0)).share, HOUSE_SHARE))
        elif any("/locale/" in file for file in files) and re.search(r"phrases|wording|words", module):
            found[node] = found.get(node, Near(1, HOUSE_SHARE))
    return found


# Running them


def run(plan: Plan, seconds: float, report: Path, *, is_busy: bool = False) -> int:
    """Run the tests of a plan in its order until the time is up. What ran is written into ``report``.

    On a machine that is busy with something else the seconds are those of each process.
    """
    if not plan.files:
        report.write_text(json.dumps({"ran": {}, "seconds": {}, "failed": []}))
        return 0
    told = report.with_suffix(".order")
    known = {node: round(each, 3) for node, each in read_seconds().items()}
    until = seconds if is_busy else time.time() + seconds
    told.write_text(
        json.dumps({"order": plan.order, "seconds": known, "until": until, "is_busy": is_busy, "report": str(report)})
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.touching",
        "-n",
        str(PROCESSES),
        "--dist",
        "load",
        "--maxschedchunk",
        "1",
    ]
    done = subprocess.run([*command, *plan.files], cwd=ROOT, env={**os.environ, "TOUCHED": str(told)})
    return 0 if done.returncode == 5 else done.returncode


def read_seconds() -> dict[str, float]:
    """What each test cost when it was run last, all of its cases together."""
    kept = KEPT / "seconds.json"
    found: dict[str, float] = json.loads(kept.read_text()) if kept.exists() else {}
    return found


def keep_seconds(measured: Mapping[str, float]) -> None:
    """The least that was measured, since the first one first also paid for what all share."""
    known = read_seconds()
    known.update({node: round(min(each, known.get(node, each)), 3) for node, each in measured.items()})
    KEPT.mkdir(parents=True, exist_ok=True)
    (KEPT / "seconds.json").write_text(json.dumps(known, indent=0, sort_keys=True))


def summary(plan: Plan, files: Sequence[str], ran: Mapping[str, tuple[int, int]]) -> list[str]:
    """What was run and what was left out. ``ran`` has for each test how many of its cases ran, and how many it has."""
    is_whole: dict[str, bool] = {}
    is_begun: dict[str, bool] = {}
    at: dict[int, list[bool]] = defaultdict(list)
    for node in plan.order:
        made, of = ran.get(node, (0, 1))
        file = file_of(node)
        is_whole[file] = is_whole.get(file, True) and made == of
        is_begun[file] = is_begun.get(file, False) or made > 0
        at[plan.near[node].steps].append(made == of)
    partly = [file for file in is_whole if is_begun[file] and not is_whole[file]]
    left = [file for file in is_whole if not is_begun[file]]
    changed = ", ".join([*files[:6], *(["..."] if len(files) > 6 else [])])
    cases = sum(made for made, _of in ran.values())
    lines = [
        f"changed: {changed or 'nothing'}",
        f"ran: {cases} tests of {sum(is_begun.values())} files, {sum(is_whole.values())} of them whole; {_reach(at)}",
    ]
    if partly:
        lines.append(f"in part, their nearest tests: {len(partly)} files\n{_folders(partly)}")
    if left:
        lines.append(f"left out, farther away: {len(left)} files\n{_folders(left)}")
    if plan.apart:
        nearest, rest = " ".join(plan.apart[:5]), len(plan.apart) - 5
        lines.append(
            f"left out, run apart: script/test {nearest}" + (f" (and {rest} farther away)" if rest > 0 else "")
        )
    lines.append("left out: PostgreSQL, browser, faults, fuzz, nginx, Redis, performance (script/test has them)")
    return lines


def _reach(at: Mapping[int, Sequence[bool]]) -> str:
    """How far from the change all tests were run, and how many of those that are one step farther."""
    broken = next((steps for steps in sorted(at) if not all(at[steps])), None)
    if broken is None:
        return f"all that it reaches, in at most {max(at, default=0)} steps"
    return f"all within {broken - 1} steps of it, {sum(at[broken])} of {len(at[broken])} at {broken}"


def _folders(files: Sequence[str]) -> str:
    """Files by folder, a line each."""
    by: dict[str, list[str]] = defaultdict(list)
    for file in sorted(files):
        folder, _, name = file.rpartition("/")
        by[folder].append(name.removesuffix(".py").removeprefix("test_"))
    return "\n".join(f"  {folder}: {' '.join(names)}" for folder, names in by.items())


def migrated_folder() -> Path:
    """The folder for a migrated database and the static files, by what they are made from; older ones are deleted."""
    made_from = re.compile(r"/(migrations|models|static)/|^requirements|^tests/mould\.py$|/settings\.py$")
    digest = sha256()
    for file in git("ls-files", "--cached", "--others", "--exclude-standard").splitlines():
        if made_from.search(file) and (ROOT / file).is_file():
            digest.update(file.encode() + b"\0" + (ROOT / file).read_bytes())
    folder = KEPT / f"mould-{digest.hexdigest()[:12]}"
    for old in KEPT.glob("mould-*"):
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def can_run(file: str) -> bool:
    """Whether a test file of those that are run apart can be run here."""
    folder = next((each for each in RUN_HERE if file.startswith(each)), "")
    return bool(folder) and all(map(needs.is_here, needs.FOLDERS[folder]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", help="the commit that the files are compared with")
    parser.add_argument("--list", action="store_true", help="print the order and run nothing")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long the tests may take")
    parser.add_argument(
        "--summary", type=Path, help="a file for what was run and left out, instead of the end of the output"
    )
    parser.add_argument(
        "--busy", action="store_true", help="count seconds of the processor: others use the machine too"
    )
    given = parser.parse_args()
    began = time.monotonic()
    os.environ["SITE_MOULD"] = str(migrated_folder())
    mould = None if given.list else subprocess.Popen([sys.executable, "-m", "tests.mould"], cwd=ROOT)
    since = given.since or ("HEAD" if git("status", "--porcelain") or not has_commit("HEAD~1") else "HEAD~1")
    house = load()
    files, changed = changed_nodes(since, house)
    uses = house.uses()
    tests = {node for node in uses if is_test(node)}
    near = with_fallbacks(with_names(nearness(uses, changed, tests), files), tests, files)
    also = {file for file in files if file.startswith(APART) and can_run(file)}
    plan = choose_plan(near, read_seconds(), SPARE * PROCESSES * given.seconds, also)
    if given.list:
        for node in plan.order:
            print(f"{near[node].steps} {near[node].share:.4f} {file_of(node)}::{node.partition(':')[2]}")
        return 0
    KEPT.mkdir(parents=True, exist_ok=True)
    report = KEPT / "report.json"
    report.unlink(missing_ok=True)
    if mould and mould.wait():
        print("The database of the tests could not be made.", file=sys.stderr)
        return 1
    code = run(plan, given.seconds - (0 if given.busy else time.monotonic() - began), report, is_busy=given.busy)
    told = json.loads(report.read_text()) if report.exists() else {"ran": {}, "seconds": {}}
    keep_seconds(told["seconds"])
    text = "\n".join(summary(plan, files, {node: (made, of) for node, (made, of) in told["ran"].items()}))
    if given.summary:
        given.summary.write_text(f"{text}\n")
    else:
        print(text)
    return code


if __name__ == "__main__":
    sys.exit(main())
