"""The logo of a club: read within bounds, kept as a small picture made anew, printed on certificates."""

import random
import struct
import zlib
from base64 import b64decode
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from tests.needs import needs
from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.printed import pdf_of, told
from tournaments.clubs.writes import clubs, logos
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.models import AuditEntry, Club, ClubLogo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("press")]


@pytest.fixture(autouse=True)
def _data(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def boss():
    return make.user(name="Bruna")


@pytest.fixture
def club(boss) -> Club:
    return clubs.found_club(actor=Actor(user=boss, label="Bruna"), name="Circolo di Traves")


def picture(kind: str, size: tuple[int, int] = (900, 300), **more: object) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "green").save(out, kind, **more)
    return out.getvalue()


def send(boss, club: Club, data: bytes, name: str = "logo.png"):
    file = SimpleUploadedFile(name, data)
    client = make.client_of(boss)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client.post(reverse("club_manage", args=[club.pk]), {"what": "logo", "file": file})


def huge() -> bytes:
    """A small file that says of itself that it is a picture of 20,000 by 20,000 pixels."""
    head = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")]
    made = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(made)


def test_a_logo_is_kept_as_a_small_png_without_what_was_in_the_file(boss, club):
    for kind in ("JPEG", "PNG"):
        assert send(boss, club, picture(kind) + b"<script>secret</script>").status_code == 303
        kept = b64decode(ClubLogo.objects.get(club=club).png)
        with Image.open(BytesIO(kept)) as drawn:
            assert (drawn.format, drawn.size) == ("PNG", (240, 80))
        assert b"secret" not in kept
    page = make.client_of(boss).get(reverse("club_manage", args=[club.pk])).content.decode()
    where = reverse("club_logo", args=[club.pk])
    assert f'src="{where}"' in page
    shown = make.client_of().get(where)
    assert (shown["Content-Type"], shown.content) == ("image/png", kept)
    assert make.client_of().get(where, headers={"If-None-Match": shown["ETag"]}).status_code == 304
    make.client_of(boss).post(reverse("club_manage", args=[club.pk]), {"what": "no_logo"})
    assert not ClubLogo.objects.exists()
    assert make.client_of().get(where).status_code == 404
    verbs = list(AuditEntry.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs[-3:] == ["club_logo_set", "club_logo_set", "club_logo_removed"]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"GIF89a", "no picture in PNG or JPEG"),
        (picture("GIF"), "no picture in PNG or JPEG"),
        (picture("PNG")[:200], "no picture in PNG or JPEG"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "no picture in PNG or JPEG"),
        (picture("PNG", (2500, 2000)), "more than 4 million pixels"),
        (huge(), "Logo:"),
        (picture("PNG") + bytes(1_000_001), "larger than 1 MB"),
        (b"", "empty"),
    ],
)
def test_what_is_no_small_picture_is_refused_in_words(boss, club, data, why):
    answer = send(boss, club, data)
    assert (answer.status_code, why in text(answer)) == (422, True)
    assert not ClubLogo.objects.exists()


def test_a_logo_is_its_clubs_administrators_alone(club):
    assert send(make.user(), club, picture("PNG")).status_code in (403, 404)
    assert not ClubLogo.objects.exists()


@pytest.mark.full
@needs("pdftotext", "pango")
def test_the_logo_is_printed_on_certificates(boss, club):
    send(boss, club, picture("PNG"))
    desk = Desk(make.finished(make.drawn(make.knockout(make.organiser(boss), entries=2, club=club))))
    assert desk.get("print_certificates").content.count(b"data:image") == 0
    rows = [line.split() for line in told("pdfimages", "-list", pdf_of(desk, "certificates")).splitlines()[2:]]
    shown = [(row[0], row[10]) for row in rows if row[2:5] == ["image", "240", "80"]]
    assert len({page for page, _object in shown}) == 4
    assert len({number for _page, number in shown}) == 1


def test_what_is_kept_is_bounded_whatever_was_sent(boss, club):
    """Noise, which no PNG makes smaller."""
    noise = Image.frombytes("RGBA", (400, 400), random.Random(7).randbytes(400 * 400 * 4))
    out = BytesIO()
    noise.save(out, "PNG")
    assert send(boss, club, out.getvalue()).status_code == 303
    kept = b64decode(ClubLogo.objects.get(club=club).png)
    with Image.open(BytesIO(kept)) as drawn:
        assert max(drawn.size) == 240 and len(kept) <= 64_000


def test_a_photograph_is_kept_the_way_up_that_its_camera_says(boss, club):
    turned = Image.Exif()
    turned[0x0112] = 6
    assert send(boss, club, picture("JPEG", exif=turned)).status_code == 303
    with Image.open(BytesIO(b64decode(ClubLogo.objects.get(club=club).png))) as drawn:
        assert drawn.size == (80, 240)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_broken_file_is_kept_or_refused_and_nothing_else(kind):
    """Cut anywhere, bits turned anywhere, chunks whose length lies."""
    whole, chance = picture(kind, (60, 40)), random.Random(24)
    broken = [whole[:end] for end in range(0, len(whole), max(1, len(whole) // 120))]
    for _turn in range(400):
        bent = bytearray(whole)
        for _bit in range(chance.choice((1, 1, 2, 8, 40))):
            bent[chance.randrange(len(bent))] ^= 1 << chance.randrange(8)
        broken.append(bytes(bent))
    refused = 0
    for data in broken:
        try:
            assert logos.redraw(data).startswith(b"\x89PNG")
        except RefusedError as refusal:
            assert refusal.code in ("logo_unreadable", "logo_too_many_pixels")
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("failure", [EOFError, struct.error, zlib.error, IndexError, KeyError, MemoryError])
def test_whatever_a_decoder_fails_with_is_one_refusal(monkeypatch, failure):
    def fails(*args, **kwargs):
        raise failure

    monkeypatch.setattr(Image.Image, "convert", fails)
    with pytest.raises(RefusedError, match="logo_unreadable"):
        logos.redraw(picture("PNG"))
