"""How the admin writes times: to the second, and so that they sort."""

DATETIME_FORMAT = "Y-m-d H:i:s"
DATE_FORMAT = "Y-m-d"
