"""The club's events, which can be copied, and its presets for new events."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.clubs.operations import of_clubs
from tournaments.clubs.operations.of_clubs import of_club
from tournaments.clubs.pages.club_frame import managed_club, show_club
from tournaments.clubs.reads import clubs
from tournaments.frame.forms.declared import form_of
from tournaments.frame.pages.steps import officials, page_of, say_done, take, to
from tournaments.frame.policies import Right


@officials(reads=Right.MANAGE_CLUB)
def club_events(request: HttpRequest, pk: int) -> HttpResponse:
    club, _actor = managed_club(request, pk)
    kept, page = clubs.of_club(club), clubs.events_of(club, request.GET.get("page", "1"))
    return show_club(request, "clubs/events.html", club, "club_events", presets=kept, page=page)


PresetForm = form_of(of_clubs.RENAME_PRESET.takes)


@page_of(of_clubs.RENAME_PRESET, of_clubs.DELETE_PRESET)
def club_preset(request: HttpRequest, pk: int, preset_id: int) -> HttpResponse:
    """Rename a preset, or delete it (``step=delete``)."""
    club, actor = managed_club(request, pk)
    preset = clubs.one_of(club, preset_id)
    if preset is None:
        raise Http404
    form = PresetForm(request.POST if request.method == "POST" else None, initial={"name": preset.name})
    if request.POST.get("step") == "delete":
        of_clubs.DELETE_PRESET.do(actor, of_club(club, preset_id=preset.pk), {})
        say_done(request, _("The preset “%(name)s” is deleted.") % {"name": preset.name})
        return to("club_events", club.pk)

    def rename() -> str:
        of_clubs.RENAME_PRESET.do(actor, of_club(club, preset_id=preset.pk), form.cleaned_data)
        say_done(request, _("Saved."))
        return reverse("club_events", args=[club.pk])

    show = partial(show_club, request, "clubs/preset.html", club, "club_events", form=form, preset=preset)
    return take(request, form, rename, show)
