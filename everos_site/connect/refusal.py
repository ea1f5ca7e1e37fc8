"""The error of `everos connect`."""


class ConnectError(Exception):
    """A configuration cannot be read or changed; the message says why."""
