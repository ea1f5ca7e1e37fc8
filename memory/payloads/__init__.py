"""The bytes of a content item: in the request itself, in a file of this machine, or at an address of the web."""

from memory.payloads.payload import Payload, Rules

__all__ = ["Payload", "Rules"]
