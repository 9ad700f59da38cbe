from django.db import migrations, models

REFUSED = "an event of a match is never changed"
# The note of an order may change, and nothing else: it has the words of a referee, and names may have to go from it.
STILL_THE_SAME = " AND ".join(
    f"NEW.{column} IS OLD.{column}" for column in ("id", "match_id", "sequence", "kind", "seat", "at", "client_id", "fingerprint")
)
REFUSING = {
    "sqlite": [
        "DROP TRIGGER match_event_kept",
        "CREATE TRIGGER match_event_kept BEFORE UPDATE ON tournaments_matchevent "
        f"WHEN NOT ({STILL_THE_SAME} "
        "AND json_remove(NEW.data, '$.note') IS json_remove(OLD.data, '$.note') "
        "AND json_type(NEW.data, '$.note') IS json_type(OLD.data, '$.note')) "
        f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION match_event_kept() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN "
        "IF to_jsonb(NEW) - 'data' = to_jsonb(OLD) - 'data' AND NEW.data - 'note' = OLD.data - 'note' "
        "AND jsonb_typeof(NEW.data -> 'note') IS NOT DISTINCT FROM jsonb_typeof(OLD.data -> 'note') "
        "THEN RETURN NEW; END IF; "
        f"RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; "
        "END $$",
    ],
}
REFUSING_ALL = {
    "sqlite": [
        "DROP TRIGGER match_event_kept",
        "CREATE TRIGGER match_event_kept BEFORE UPDATE ON tournaments_matchevent "
        f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END",
    ],
    "postgresql": [
        "CREATE OR REPLACE FUNCTION match_event_kept() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{REFUSED}' USING ERRCODE = 'integrity_constraint_violation'; "
        "END $$",
    ],
}


def refuse_all_but_notes(apps, schema_editor):
    for statement in REFUSING[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def refuse_all(apps, schema_editor):
    for statement in REFUSING_ALL[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_rotating_partners'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='words',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(refuse_all_but_notes, refuse_all),
    ]
