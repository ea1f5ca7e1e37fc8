"""`everos connect`: adds what a client needs to its configuration files, and removes it again."""


class ConnectError(Exception):
    """A configuration cannot be read or changed; the message says why."""
