"""What each package that the program runs with costs in memory and time when it is loaded, alone in a process.

``python -m bench.dependencies`` writes the table of docs/dependencies.md. A package counts with everything that it
loads itself, so what two of them share is counted twice. Linux only (/proc); medians of five.
"""

import json
import re
import subprocess
import sys
import tomllib

from bench.figures import p50
from bench.record import ROOT

PAGE = ROOT / "docs" / "dependencies.md"
BEGIN, END = "<!-- made by python -m bench.dependencies -->", "<!-- until here -->"
RUNS = 5
# What the program loads of a package, where that is not its name.
MODULES = {
    "argon2-cffi": "argon2",
    "celery": "celery.app",
    "cryptography": "cryptography.hazmat.primitives.asymmetric.ec",
    "django": "django.core.handlers.wsgi, django.db.models, django.template",
    "django-allauth": "allauth.utils",
    "django-csp": "csp.constants",
    "django-environ": "environ",
    "django-filter": "django_filters",
    "djangorestframework": "rest_framework.views",
    "drf-spectacular": "drf_spectacular.openapi",
    "pillow": "PIL.Image, PIL.ImageDraw",
    "prometheus-client": "prometheus_client",
    "python-calamine": "python_calamine",
    "redis": "redis.asyncio",
    "whitenoise": "whitenoise.middleware",
}
CHILD = """
import json, sys, time
def kb():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))
with_django = sys.argv[2] == "django"
if with_django:
    import django
    from django.conf import settings
    settings.configure(INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"], SECRET_KEY="x",
                       USE_TZ=True, AUTH_USER_MODEL="auth.User")
    django.setup()
before, modules, began = kb(), len(sys.modules), time.process_time()
exec("import " + sys.argv[1])
print(json.dumps([kb() - before, 1000 * (time.process_time() - began), len(sys.modules) - modules]))
"""
# These cannot be loaded without Django: they are counted on top of it.
ON_DJANGO = frozenset(
    (
        "django-allauth",
        "django-csp",
        "django-filter",
        "djangorestframework",
        "drf-spectacular",
        "whitenoise",
    )
)


def cost(package: str) -> tuple[float, float, int]:
    """Return megabytes, milliseconds of the processor and modules."""
    module = MODULES.get(package, package.replace("-", "_"))
    command = [sys.executable, "-c", CHILD, module, "django" if package in ON_DJANGO else ""]
    found = [json.loads(subprocess.check_output(command, cwd=ROOT, text=True)) for _ in range(RUNS)]
    return p50([each[0] for each in found]) / 1024, p50([each[1] for each in found]), int(found[0][2])


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = [re.match(r"[\w-]+", each)[0] for each in project["dependencies"]]  # type: ignore[index]
    rows = sorted(
        ((name, *cost(name)) for name in names if name not in ("uvloop", "httptools")), key=lambda row: -row[1]
    )
    lines = ["| package | MB | ms | modules |", "|---|---|---|---|"]
    lines += [
        f"| {name}{' (on Django)' if name in ON_DJANGO else ''} | {megabytes:.1f} | {spent:.0f} | {modules} |"
        for name, megabytes, spent, modules in rows
    ]
    before, _begin, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _old, _end, after = rest.partition(END)
    table = "\n".join(lines)
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
