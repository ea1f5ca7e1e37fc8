from django.conf import settings
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0004_api_keys"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = []
