from django.db import migrations, transaction

BATCH = 1000


def fold_names(apps, schema_editor):
    """Fold the names that are there, a thousand at a time: no transaction is long, and it may be run again."""
    alias = schema_editor.connection.alias
    for model in (apps.get_model("tournaments", "Person"), apps.get_model("tournaments", "Club")):
        rows, field, last = model.objects.using(alias), model._meta.get_field("folded"), 0
        while batch := list(rows.filter(folded=None, pk__gt=last).order_by("pk")[:BATCH]):
            last = batch[-1].pk
            with transaction.atomic(using=alias):
                for row in batch:
                    # Only while the name is the one that was read: somebody may correct it at this moment.
                    same = {name: getattr(row, name) for name in field.of}
                    rows.filter(pk=row.pk, **same).update(folded=field.folded(row))


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("tournaments", "0031_folded_names"),
    ]

    operations = [
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
