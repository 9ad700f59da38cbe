"""Webhooks are created, changed and removed; each has a secret that is shown, and never stored.

No DNS look-up here: the addresses of a name are checked with every delivery.
"""

import hmac
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from django.conf import settings
from django.utils import timezone

from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.frame.writes.ssrf_guard import require_address
from tournaments.frame.writes.transaction import alone, hold, record
from tournaments.models import Club, Tournament, Webhook, WebhookDelivery
from tournaments.outbox import workers
from tournaments.webhooks.writes.telling import SUBJECTS, message_again

# The most webhooks of one event or one club; a program that needs more can forward.
MOST: Final = 10


def secret_of(hook: Webhook) -> str:
    """Return a webhook's signing secret: derived from the installation's key, so a stolen database has none."""
    message = f"webhook|{hook.pk}|{hook.generation}"
    return "whsec_" + hmac.new(settings.SECRET_KEY.encode(), message.encode(), sha256).hexdigest()


def create_webhook(
    *,
    actor: Actor,
    owner: Tournament | Club,
    url: str,
    subjects: Sequence[str] = (),
) -> Webhook:
    """Create a webhook: deliver to this address from now on, for one event or for all events of a club."""
    _require(subjects)
    require_address(url)
    with alone():
        hold(owner)
        event, club = (None, owner) if isinstance(owner, Club) else (owner, None)
        owned = Webhook.objects.filter(tournament=event, club=club)
        if owned.count() >= MOST:
            raise RefusedError("webhooks_full", most=MOST)
        hook = Webhook(
            tournament=event,
            club=club,
            url=url,
            subjects=sorted(set(subjects)),
            made_by=actor.user,
            since=timezone.now(),
        )
        hook.save()
        _record(hook, actor, "webhook_made", after={"url": url, "subjects": hook.subjects})
        return hook


def change_webhook(
    *,
    actor: Actor,
    hook: Webhook,
    url: str | None = None,
    subjects: Sequence[str] | None = None,
    active: bool | None = None,
) -> Webhook:
    """Change the address or the subjects, or pause and resume; what happens during a pause is never delivered."""
    if subjects is not None:
        _require(subjects)
    if url is not None:
        require_address(url)
    with alone():
        hook = _lock_webhook(hook)
        before = {"url": hook.url, "subjects": hook.subjects, "active": hook.is_active}
        if active and not hook.is_active:
            hook.since = timezone.now()
        hook.url = hook.url if url is None else url
        hook.subjects = hook.subjects if subjects is None else sorted(set(subjects))
        hook.is_active = hook.is_active if active is None else active
        after = {"url": hook.url, "subjects": hook.subjects, "active": hook.is_active}
        if after != before:
            hook.save()
            _record(hook, actor, "webhook_changed", before=before, after=after)
        return hook


def renew_secret(*, actor: Actor, hook: Webhook) -> Webhook:
    """Sign with a new secret from now on."""
    with alone():
        hook = _lock_webhook(hook)
        hook.generation += 1
        hook.save(update_fields=["generation"])
        _record(hook, actor, "webhook_secret_renewed")
        return hook


def remove_webhook(*, actor: Actor, hook: Webhook) -> None:
    """Remove a webhook with its deliveries; the log records that it existed."""
    with alone():
        hook = _lock_webhook(hook)
        _record(hook, actor, "webhook_removed", before={"url": hook.url, "subjects": hook.subjects})
        hook.delete()


def send_again(*, actor: Actor, hook: Webhook, delivery_id: int) -> WebhookDelivery:
    """Send a delivery again, whatever its result; the receiver recognises it by its id."""
    with alone():
        if not _lock_webhook(hook).is_active:
            raise RefusedError("webhook_stopped")
        delivery = WebhookDelivery.objects.select_for_update().filter(webhook=hook, pk=delivery_id).first()
        if delivery is None:
            raise RefusedError("delivery_missing", field="delivery", value=delivery_id)
        message = message_again(delivery)
        _record(hook, actor, "webhook_sent_again", after={"delivery": delivery.pk})
        workers.send_message(message.pk)
        return delivery


def _lock_webhook(hook: Webhook) -> Webhook:
    found = Webhook.objects.select_for_update(of=("self",)).filter(pk=hook.pk).first()
    if found is None:
        raise RefusedError("webhook_missing")
    return found


def _require(subjects: Sequence[str]) -> None:
    for subject in subjects:
        if subject not in SUBJECTS:
            raise RefusedError("webhook_subject", field="subjects", value=subject, known=", ".join(SUBJECTS))


def _record(hook: Webhook, actor: Actor, verb: str, **said: object) -> None:
    record(by=actor, verb=verb, target=hook.url, tournament=hook.tournament, **said)  # type: ignore[arg-type]
