from django.db import migrations


def die(apps: object, schema_editor: object) -> None:
    raise ZeroDivisionError


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_index")]
    operations = [migrations.RunPython(die, migrations.RunPython.noop)]
