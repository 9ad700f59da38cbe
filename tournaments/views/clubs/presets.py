"""The club's events, to be copied, and the presets that it keeps for the next ones."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.errors import RefusedError
from tournaments.forms.clubs import PresetForm
from tournaments.models import Club, ClubPreset
from tournaments.policies import Right, door
from tournaments.selectors import clubs as selector
from tournaments.selectors import presets as preset_selector
from tournaments.services.events import presets
from tournaments.views.clubs.page import managed_club, show_club
from tournaments.views.officials import officials_only
from tournaments.views.organiser.page import done, refuse, to


@door(reads=Right.MANAGE_CLUB)
@officials_only
@require_safe
def club_events(request: HttpRequest, pk: int) -> HttpResponse:
    club, _actor = managed_club(request, pk)
    kept, page = preset_selector.of_club(club), selector.events_of(club, request.GET.get("page", "1"))
    return show_club(request, "events.html", club, "club_events", presets=kept, page=page)


@door(reads=Right.MANAGE_CLUB, writes=Right.MANAGE_CLUB)
@officials_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_preset(request: HttpRequest, pk: int, preset_id: int) -> HttpResponse:
    """Rename a preset, or delete it (``step=delete``)."""
    club, actor = managed_club(request, pk)
    preset = preset_selector.one_of(club, preset_id)
    if preset is None:
        raise Http404
    if request.method != "POST":
        return _page(request, club, preset, PresetForm(initial={"name": preset.name}))
    if request.POST.get("step") == "delete":
        presets.delete_preset(actor=actor, club_id=club.pk, preset_id=preset.pk)
        done(request, _("The preset “%(name)s” is deleted.") % {"name": preset.name})
        return to("club_events", club.pk)
    form, status = PresetForm(request.POST), 422
    if form.is_valid():
        try:
            presets.rename_preset(actor=actor, club_id=club.pk, preset_id=preset.pk, **form.cleaned_data)
        except RefusedError as refusal:
            status = refuse(form, refusal, "")
        else:
            done(request, _("Saved."))
            return to("club_events", club.pk)
    return _page(request, club, preset, form, status)


def _page(request: HttpRequest, club: Club, preset: ClubPreset, form: PresetForm, status: int = 200) -> HttpResponse:
    return show_club(request, "preset.html", club, "club_events", status=status, form=form, preset=preset)
