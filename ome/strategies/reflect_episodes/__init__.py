"""Episodes of one matter become one."""
