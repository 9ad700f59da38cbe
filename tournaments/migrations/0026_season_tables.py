from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_tables_in_groups'),
    ]

    operations = [
        migrations.AddField(
            model_name='circuit',
            name='season',
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
