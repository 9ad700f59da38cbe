"""The minimum of Django here: one durable result, one page from memory, one made from 200 rows, one 304."""

import os

import django
from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournaments.config.databases import from_url

PAGE = 32_800


def configure() -> None:
    from pathlib import Path

    settings.configure(
        SECRET_KEY="floor",
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=__name__,
        MIDDLEWARE=[],
        USE_TZ=True,
        DATABASES={"default": from_url(os.environ.get("DATABASE_URL", ""), Path(os.environ["FLOOR_DATA"]))},
    )
    django.setup()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY, version INTEGER)")
        cursor.execute("CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, points INTEGER, entry INTEGER)")
        cursor.execute("CREATE TABLE IF NOT EXISTS log (said TEXT)")
        cursor.execute("INSERT INTO event VALUES (1, 1) ON CONFLICT DO NOTHING")
        cursor.executemany("INSERT INTO line VALUES (%s, 0, 0) ON CONFLICT DO NOTHING", [(n,) for n in range(1000)])
    connection.close()


def result(request: HttpRequest) -> HttpResponse:
    """Lock, write, advance, append: the minimum of a result."""
    number = int(request.POST["number"])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE event SET version = version + 1 WHERE id = 1")
        cursor.execute("UPDATE line SET points = 3 WHERE id = %s", [number % 1000])
        cursor.execute("UPDATE line SET entry = 7 WHERE id = %s", [(number + 1) % 1000])
        cursor.execute("INSERT INTO log (said) VALUES (%s)", [f"result {number}"])
    return HttpResponse("ok")


def page(request: HttpRequest) -> HttpResponse:
    """Return a page of the size of a full standings page, from the cache."""
    body = cache.get("page")
    if body is None:
        body = b"x" * PAGE
        cache.set("page", body)
    return HttpResponse(body)


def rows(request: HttpRequest) -> HttpResponse:
    """Return a page of 200 rows from one query, built by f-strings: the minimum of a rebuilt page."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, points, entry FROM line ORDER BY points DESC, id LIMIT 200")
        found = cursor.fetchall()
    body = "".join(
        f'<tr class="row"><td class="place">{place}</td><td class="name"><a href="/line/{key}">Line {key}</a></td>'
        f'<td class="points">{points}</td><td class="entry">{entry}</td></tr>\n'
        for place, (key, points, entry) in enumerate(found, 1)
    )
    return HttpResponse(f"<table>{body}</table>")


def answer_not_modified(request: HttpRequest) -> HttpResponse:
    """Return a 304 after the one query that finds the version."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM event WHERE id = 1")
        cursor.fetchone()
    return HttpResponse(status=304)


urlpatterns = [path("result", result), path("page", page), path("rows", rows), path("unchanged", answer_not_modified)]

if "FLOOR_DATA" in os.environ:
    configure()
    application = WSGIMiddleware(WSGIHandler(), workers=8)
