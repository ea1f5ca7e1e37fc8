"""The bytes of an attachment: in the request itself, in a local file, or at a web address."""

from memory.payloads.payload import Payload, Rules

__all__ = ["Payload", "Rules"]
