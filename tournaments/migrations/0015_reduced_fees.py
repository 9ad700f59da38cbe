from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_payments'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='fee_kind',
            field=models.CharField(choices=[('entry', 'for each entry, pair or single'), ('person', 'for each person')], default='entry', max_length=6),
        ),
        migrations.AddField(
            model_name='entry',
            name='fee_cents',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='fee_reason',
            field=models.CharField(blank=True, default='', max_length=120),
            preserve_default=False,
        ),
    ]
