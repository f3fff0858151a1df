from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]
    operations = [
        migrations.AlterField("journalentry", "what", models.CharField(max_length=40)),
        migrations.AddField("posting", "memo", models.CharField(max_length=20, default="", db_default="")),
    ]
