from datetime import timedelta

import django.utils.timezone
from django.db import migrations, models

# A row of money and the row of the log about it are written together.
TOGETHER = timedelta(seconds=5)


def mark_imported(apps, _schema_editor):
    """Give the rows that were made of ticks the moment and the account of the tick, as the log has them.

    Nobody is in other rows too: a program took them, or the account is gone. The log has a row of the same moment.
    """
    names = ('Payment', 'AuditEntry', 'Entry')
    payment_model, audit_model, entry_model = (apps.get_model('tournaments', name) for name in names)
    fee = models.F('entry__tournament__fee_cents')
    unknown = payment_model.objects.filter(taken_by__isnull=True, cents__gt=0, cents=fee)
    for row in unknown.select_related('entry').order_by('pk').iterator():
        same = {'tournament': row.entry.tournament_id}
        log = audit_model.objects.filter(**same)
        if log.filter(at__gt=row.taken_at - TOGETHER, at__lt=row.taken_at + TOGETHER).exists():
            continue
        ticks = log.filter(verb='entry_ticked', target=row.entry.label, at__lte=row.taken_at).order_by('-pk')
        is_one = entry_model.objects.filter(label=row.entry.label, **same).count() == 1
        paid = (each for each in ticks if is_one and isinstance(each.after, dict) and each.after.get('fee_paid'))
        tick = next(paid, None)
        row.taken_at = tick.at if tick else row.entry.created_at
        row.taken_by_id = tick.actor_id if tick else None
        row.is_imported = row.taken_by_id is None
        row.save(update_fields=['taken_at', 'taken_by', 'is_imported'])


def keep_words(apps, _schema_editor):
    """Let each receipt say who paid and what it is for, as far as that is still known."""
    receipts = apps.get_model('tournaments', 'Receipt').objects.select_related('tournament').order_by('pk')
    for receipt in receipts.prefetch_related('entry__members__person'):
        members = sorted(receipt.entry.members.all(), key=lambda member: member.position)
        receipt.payers = [
            {'person': each.person_id, 'name': f'{each.person.given_name} {each.person.family_name}'.strip()}
            for each in members
        ]
        receipt.event_name = receipt.tournament.name
        receipt.event_starts_at = receipt.tournament.starts_at
        receipt.save(update_fields=['payers', 'event_name', 'event_starts_at'])


def drop_notes(apps, _schema_editor):
    """Going back: what is less than 0, a note of refund, has no place in the column of before."""
    apps.get_model('tournaments', 'Receipt').objects.filter(cents__lt=0).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0022_sealed_lists'),
    ]

    operations = [
        migrations.AddField(
            model_name='payment',
            name='is_imported',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='receipt',
            name='payers',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='receipt',
            name='event_name',
            field=models.CharField(blank=True, default='', max_length=120),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='receipt',
            name='event_starts_at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='receipt',
            name='cents',
            field=models.IntegerField(),
        ),
        migrations.RunPython(mark_imported, migrations.RunPython.noop),
        migrations.RunPython(keep_words, drop_notes),
    ]
