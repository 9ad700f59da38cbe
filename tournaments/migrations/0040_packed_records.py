import json

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.packing import PackedJSONField, unpack

BATCH = 500
# As they are on this day: rows are found by these keys.
ASKED = ("person", "account", "invitation", "replaced", "fee_paid", "first_of_each")
COLUMNS = {"Scoresheet": ("content", "outcome"), "AuditEntry": ("before", "after")}


def _rewrite(apps, schema_editor, stored):
    """Write the long values of a file anew. The tables are copied afterwards, which leaves no gaps in them."""
    connection = schema_editor.connection
    if connection.vendor != "sqlite":
        return
    for name, columns in COLUMNS.items():
        table, last = apps.get_model("tournaments", name)._meta.db_table, 0
        read = f'SELECT id, "{columns[0]}", "{columns[1]}" FROM {table} WHERE id > %s ORDER BY id LIMIT {BATCH}'
        written = f'UPDATE {table} SET "{columns[0]}" = %s, "{columns[1]}" = %s WHERE id = %s'
        with connection.cursor() as cursor:
            while rows := cursor.execute(read, [last]).fetchall():
                last = rows[-1][0]
                changed = [(*(text and stored(text) for text in texts), key) for key, *texts in rows]
                cursor.executemany(written, changed)


def pack_rows(apps, schema_editor):
    field = PackedJSONField(asked=ASKED)
    _rewrite(apps, schema_editor, lambda text: field.as_stored(unpack(json.loads(text))))


def unpack_rows(apps, schema_editor):
    _rewrite(apps, schema_editor, lambda text: json.dumps(unpack(json.loads(text))))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0039_live_leases")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField("scoresheet", "content", PackedJSONField()),
                migrations.AlterField("scoresheet", "outcome", PackedJSONField(default=dict)),
                migrations.AlterField("auditentry", "before", PackedJSONField(blank=True, null=True)),
                migrations.AlterField("auditentry", "after", PackedJSONField(blank=True, null=True)),
            ]
        ),
        migrations.RunPython(pack_rows, unpack_rows),
        migrations.AlterField(
            "scoresheet",
            "table",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="scoresheets",
                to="tournaments.table",
            ),
        ),
        migrations.AlterField(
            "auditentry",
            "tournament",
            models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="audit_entries",
                to="tournaments.tournament",
            ),
        ),
    ]
