"""Duplicate people of a club: suggest, preview, merge, undo a merge."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.clubs.operations.of_clubs import of_club
from tournaments.clubs.pages.club_frame import managed_club, show_club
from tournaments.errors import MissingError
from tournaments.frame.pages.steps import officials, page_of, say_done, take
from tournaments.frame.policies import Right
from tournaments.people import operations as of_people
from tournaments.people.reads import people


@officials(reads=Right.MANAGE_CLUB)
def club_duplicates(request: HttpRequest, pk: int) -> HttpResponse:
    club, _actor = managed_club(request, pk)
    groups = [{"kept": group[0], "others": group[1:]} for group in people.duplicates(club)]
    return show_club(
        request, "people/duplicates.html", club, "club_duplicates", groups=groups, merges=people.merges(club)
    )


@page_of(of_people.MERGE)
def club_merge(request: HttpRequest, pk: int, kept_id: int, merged_id: int) -> HttpResponse:
    """Show what the merge of two people would move; merge them on POST."""
    club, actor = managed_club(request, pk)
    preview = people.preview(club, kept_id, merged_id)
    if preview is None:
        raise MissingError

    def merge() -> str:
        of_people.MERGE.do(actor, of_club(club), {"kept": kept_id, "merged": merged_id})
        say_done(request, _("They are one person now. It can be taken back below."))
        return reverse("club_duplicates", args=[club.pk])

    count = len(preview.entries)
    names = {"kept": preview.kept, "merged": preview.merged, "n": count}
    moved = ngettext(
        "%(n)s entry of %(merged)s goes to %(kept)s.", "%(n)s entries of %(merged)s go to %(kept)s.", count
    )
    consequences = [
        _("%(kept)s (no. %(pk)s) stays.") % {**names, "pk": preview.kept.pk},
        moved % names,
        _("%(merged)s (no. %(pk)s) is in no list any more.") % {**names, "pk": preview.merged.pk},
    ]
    if preview.moves_account:
        consequences.append(_("The account of %(merged)s goes to %(kept)s.") % names)
    question = {
        "title": _("Are these two one person?"),
        "consequences": consequences,
        "undo": _("It can be taken back, as long as nothing of it has changed since."),
        "submit": _("Put the two together"),
        "back_url": reverse("club_duplicates", args=[club.pk]),
    }
    swap_url = reverse("club_merge", args=[club.pk, merged_id, kept_id])
    context: dict[str, Any] = {"preview": preview, "question": question, "swap_url": swap_url}
    return take(
        request, None, merge, partial(show_club, request, "people/merge.html", club, "club_duplicates", **context)
    )


@page_of(of_people.UNDO_MERGE)
def club_merge_undo(request: HttpRequest, pk: int, merge_id: int) -> HttpResponse:
    club, actor = managed_club(request, pk)
    merge = people.merge(club, merge_id)
    if merge is None:
        raise MissingError

    def undo() -> str:
        of_people.UNDO_MERGE.do(actor, of_club(club, merge_id=merge_id), {})
        say_done(request, _("They are two people again."))
        return reverse("club_duplicates", args=[club.pk])

    count = len(merge.moved["members"])
    names = {"kept": merge.kept, "merged": merge.merged, "n": count}
    moved = ngettext("%(n)s entry goes back to %(merged)s.", "%(n)s entries go back to %(merged)s.", count)
    question = {
        "title": _("Take it back: two people after all?"),
        "consequences": [moved % names, _("%(merged)s is in the lists again.") % names],
        "undo": _("They can be put together again."),
        "submit": _("Separate them again"),
        "back_url": reverse("club_duplicates", args=[club.pk]),
    }
    show = partial(show_club, request, "clubs/confirm.html", club, "club_duplicates", question=question)
    return take(request, None, undo, show)
