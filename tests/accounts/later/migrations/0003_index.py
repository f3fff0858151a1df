from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_widen")]
    operations = [
        migrations.AlterField("submission", "why", models.CharField(max_length=500, blank=True)),
        migrations.RunSQL("UPDATE accounts_posting SET memo = 'old'", migrations.RunSQL.noop),
    ]
