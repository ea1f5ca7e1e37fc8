"""Why a file is left as it is."""


class Refused(Exception):
    """The configuration cannot be changed; the message says where and why."""
