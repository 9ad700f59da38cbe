from django.db import migrations, models

import tournaments.models.people

# The release before this one runs on for a while. It adds people and clubs without the folded form, which is NULL then.
# When it changes a name, the form of the old name would stay: it is emptied. A release that writes both keeps what it
# writes.
NAMES = {"person": ("family_name", "given_name"), "club": ("name",)}


def emptying(table, columns, vendor):
    is_other = " OR ".join(f"NEW.{column} <> OLD.{column}" for column in columns)
    changed = f"UPDATE OF {', '.join(columns)} ON tournaments_{table}"
    unknown = f"UPDATE tournaments_{table} SET folded = NULL"  # noqa: S608
    if vendor == "sqlite":
        return [
            f"CREATE TRIGGER {table}_folded AFTER {changed} WHEN ({is_other}) AND NEW.folded IS OLD.folded "
            f"BEGIN {unknown} WHERE id = NEW.id; END"
        ]
    return [
        f"CREATE FUNCTION {table}_folded() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN NEW.folded := NULL; RETURN NEW; END $$",
        f"CREATE TRIGGER {table}_folded BEFORE {changed} FOR EACH ROW "
        f"WHEN (({is_other}) AND NEW.folded IS NOT DISTINCT FROM OLD.folded) EXECUTE FUNCTION {table}_folded()",
    ]


def keeping(table, vendor):
    if vendor == "sqlite":
        return [f"DROP TRIGGER {table}_folded"]
    return [f"DROP TRIGGER {table}_folded ON tournaments_{table}", f"DROP FUNCTION {table}_folded()"]


def empty_with_names(apps, schema_editor):
    for table, columns in NAMES.items():
        for statement in emptying(table, columns, schema_editor.connection.vendor):
            schema_editor.execute(statement)


def keep_with_names(apps, schema_editor):
    for table in NAMES:
        for statement in keeping(table, schema_editor.connection.vendor):
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0030_notes_lose_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="folded",
            field=tournaments.models.people.FoldedName(of=("name",)),
        ),
        migrations.AddField(
            model_name="person",
            name="folded",
            field=tournaments.models.people.FoldedName(of=("family_name", "given_name")),
        ),
        migrations.AlterModelOptions(
            name="club",
            options={"ordering": [models.OrderBy(models.F("folded"), nulls_last=True), "name"]},
        ),
        migrations.AlterModelOptions(
            name="person",
            options={"ordering": [models.OrderBy(models.F("folded"), nulls_last=True), "family_name", "given_name"]},
        ),
        migrations.AddIndex(
            model_name="club",
            index=models.Index(fields=["folded"], name="club_by_folded_name"),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(fields=["folded"], name="person_by_folded_name"),
        ),
        migrations.RemoveIndex(
            model_name="person",
            name="person_by_name",
        ),
        migrations.RunPython(empty_with_names, keep_with_names),
    ]
