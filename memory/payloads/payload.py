"""What was found where an item points, and what it is said to be."""

from dataclasses import dataclass

from memory.parsing.formats import Format, by_extension, by_mime, by_name, recognised


@dataclass(frozen=True, slots=True)
class Payload:
    """`mime` is what a server answered and `claimed` what the client says, '' if nobody did; `path` the address's."""

    data: bytes
    mime: str = ""
    charset: str | None = None
    path: str = ""
    claimed: str = ""


def format_of(payload: Payload, extension: str, name: str) -> Format | None:
    """Who delivers the bytes knows best what they are; then the names, the client, and the bytes themselves."""
    suffixes = filter(None, (extension, _suffix(name), _suffix(payload.path)))
    return (
        by_mime(payload.mime)
        or next(filter(None, map(by_extension, suffixes)), None)
        or by_mime(payload.claimed)
        or recognised(payload.data)
        or (by_name("txt") if payload.mime.startswith("text/") else None)
    )


def _suffix(path: str) -> str:
    last = path.rpartition("/")[2]
    return last.rpartition(".")[2] if "." in last else ""
