import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def rows_for_paid(apps, _schema_editor):
    """Give each entry that has paid one row of its event's fee; who took it is not known any more."""
    entry_model, payment_model = (apps.get_model('tournaments', name) for name in ('Entry', 'Payment'))
    paid = entry_model.objects.filter(fee_paid=True, tournament__fee_cents__gt=0).order_by('pk')
    rows = paid.values_list('pk', 'tournament__fee_cents')
    payment_model.objects.bulk_create(
        [payment_model(entry_id=key, cents=cents) for key, cents in rows], batch_size=500
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0013_time_at_tables'),
    ]

    operations = [
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cents', models.IntegerField()),
                ('taken_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='payments', to='tournaments.entry')),
                ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.RunPython(rows_for_paid, migrations.RunPython.noop),
    ]
