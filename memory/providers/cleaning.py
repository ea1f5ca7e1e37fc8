"""Makes any text of a client safe for a C string, for UTF-8 and for JSON, without refusing it."""


def clean(text: str) -> str:
    """The text with NUL as a space, lone surrogates as U+FFFD, and paired ones as their character."""
    text = text.replace("\x00", " ")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
