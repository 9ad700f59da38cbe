import json
import secrets
from datetime import UTC
from hashlib import sha256

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


WORDS = ("actor_label", "target", "before", "after", "reason")
GENESIS = "0" * 64
CHUNK = 1000


def chain_the_log(apps, schema_editor):
    """Give every row that is there its place in its event's chain, in the order in which they were written."""
    rows = apps.get_model("tournaments", "AuditEntry").objects
    ends = {}
    written = []
    for row in rows.order_by("id").iterator(chunk_size=CHUNK):
        seq, previous = ends.get(row.tournament_id, (0, GENESIS))
        row.seq, row.previous, row.salt = seq + 1, previous, secrets.token_hex(16)
        said = json.dumps(
            [getattr(row, name) for name in WORDS], sort_keys=True, separators=(",", ":"), ensure_ascii=True
        )
        row.digest = sha256(f"{row.salt}|{said}".encode()).hexdigest()
        moment = row.at.astimezone(UTC).isoformat(timespec="microseconds")
        row.hash = sha256(f"{previous}|{row.seq}|{moment}|{row.verb}|{row.digest}".encode()).hexdigest()
        ends[row.tournament_id] = row.seq, row.hash
        written.append(row)
    fields = ["seq", "previous", "salt", "digest", "hash"]
    rows.bulk_update(written, fields, batch_size=100)
    chains = apps.get_model("tournaments", "AuditChain")
    chains.objects.bulk_create(chains(event=event or 0, length=seq) for event, (seq, _hash) in ends.items())


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_time_penalties_and_jobs'),
    ]

    operations = [
        migrations.CreateModel(
            name='ApiAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('owner', models.CharField(max_length=64)),
                ('key', models.CharField(max_length=128)),
                ('fingerprint', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField()),
                ('body', models.JSONField(blank=True, null=True)),
                ('headers', models.JSONField(blank=True, default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('prefix', models.CharField(max_length=12, unique=True)),
                ('secret_hash', models.CharField(max_length=64)),
                ('scopes', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='AuditChain',
            fields=[
                ('event', models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ('length', models.PositiveBigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Circuit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('description', models.TextField(blank=True, max_length=4000)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='CircuitOwner',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ],
            options={
                'ordering': ['user__name'],
            },
        ),
        migrations.CreateModel(
            name='ClubMembership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('admin', 'Administrator of the club')], default='admin', max_length=12)),
            ],
            options={
                'ordering': ['user__name'],
            },
        ),
        migrations.CreateModel(
            name='EventPass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('pin_hash', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('login', models.CharField(blank=True, max_length=32)),
                ('last_login_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['entry__number', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(max_length=254)),
                ('role', models.CharField(choices=[('organiser', 'Organiser'), ('referee', 'Referee'), ('scorer', 'Scorer'), ('admin', 'Administrator of the club'), ('owner', 'Owner of the circuit')], max_length=12)),
                ('tables', models.JSONField(blank=True, default=list)),
                ('secret_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='PersonMerge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('moved', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('undone_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Tries',
            fields=[
                ('key', models.CharField(max_length=120, primary_key=True, serialize=False)),
                ('count', models.PositiveIntegerField(default=0)),
                ('since', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.URLField(max_length=400)),
                ('subjects', models.JSONField(blank=True, default=list)),
                ('generation', models.PositiveIntegerField(default=1)),
                ('is_active', models.BooleanField(default=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('since', models.DateTimeField()),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('payload', models.JSONField()),
                ('tries', models.JSONField(blank=True, default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('delivered_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.AddField(
            model_name='auditentry',
            name='digest',
            field=models.CharField(default='', max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='auditentry',
            name='hash',
            field=models.CharField(default='', max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='auditentry',
            name='previous',
            field=models.CharField(default='', max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='auditentry',
            name='salt',
            field=models.CharField(default='', max_length=32),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='auditentry',
            name='seq',
            field=models.PositiveBigIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='person',
            name='anonymised_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='person',
            name='merged_into',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='duplicates', to='tournaments.person'),
        ),
        migrations.AddField(
            model_name='tableline',
            name='code_login',
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.AddField(
            model_name='tournament',
            name='told_seq',
            field=models.PositiveBigIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='outboxmessage',
            name='channel',
            field=models.CharField(choices=[('mail', 'Mail'), ('webhook', 'Webhook')], default='mail', max_length=12),
        ),
        migrations.RunPython(chain_the_log, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.UniqueConstraint(fields=('tournament', 'seq'), name='audit_seq_once'),
        ),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.UniqueConstraint(condition=models.Q(('tournament__isnull', True)), fields=('seq',), name='audit_seq_once_no_event'),
        ),
        migrations.AddIndex(
            model_name='apianswer',
            index=models.Index(fields=['created_at'], name='tournaments_created_955059_idx'),
        ),
        migrations.AddConstraint(
            model_name='apianswer',
            constraint=models.UniqueConstraint(fields=('owner', 'key'), name='api_answer_once'),
        ),
        migrations.AddField(
            model_name='apitoken',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='apitoken',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='apitoken',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='circuit',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='circuits', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='circuit',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tournaments', to='tournaments.circuit'),
        ),
        migrations.AddField(
            model_name='circuitowner',
            name='circuit',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='owners', to='tournaments.circuit'),
        ),
        migrations.AddField(
            model_name='circuitowner',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='circuits_owned', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='clubmembership',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='clubmembership',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_memberships', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='eventpass',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passes', to='tournaments.entry'),
        ),
        migrations.AddField(
            model_name='eventpass',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='eventpass',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passes', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='accepted_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitation',
            name='circuit',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.circuit'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='invitation',
            name='tournament',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='personmerge',
            name='kept',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merges', to='tournaments.person'),
        ),
        migrations.AddField(
            model_name='personmerge',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='personmerge',
            name='merged',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merged_by', to='tournaments.person'),
        ),
        migrations.AddField(
            model_name='webhook',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='webhook',
            name='made_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='webhook',
            name='tournament',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='tournaments.tournament'),
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='audit_entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.auditentry'),
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='webhook',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.webhook'),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', True), ('user__isnull', False)), models.Q(('club__isnull', False), ('user__isnull', True)), _connector='OR'), name='token_of_one'),
        ),
        migrations.AddConstraint(
            model_name='circuitowner',
            constraint=models.UniqueConstraint(fields=('circuit', 'user'), name='circuit_owner_once'),
        ),
        migrations.AddConstraint(
            model_name='clubmembership',
            constraint=models.UniqueConstraint(fields=('club', 'user'), name='club_membership_once'),
        ),
        migrations.AddConstraint(
            model_name='eventpass',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('entry',), name='event_pass_once'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('circuit__isnull', True), ('club__isnull', True), ('tournament__isnull', False)), models.Q(('circuit__isnull', True), ('club__isnull', False), ('tournament__isnull', True)), models.Q(('circuit__isnull', False), ('club__isnull', True), ('tournament__isnull', True)), _connector='OR'), name='invitation_to_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('club__isnull', True), ('tournament__isnull', False)), models.Q(('club__isnull', False), ('tournament__isnull', True)), _connector='OR'), name='webhook_of_one'),
        ),
        migrations.AddConstraint(
            model_name='webhookdelivery',
            constraint=models.UniqueConstraint(fields=('webhook', 'audit_entry'), name='webhook_told_once'),
        ),
    ]
