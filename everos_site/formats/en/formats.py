"""How the admin writes times: to the second, so that they sort, and in UTC, as it says."""

DATETIME_FORMAT = r"Y-m-d H:i:s \U\T\C"
DATE_FORMAT = "Y-m-d"
