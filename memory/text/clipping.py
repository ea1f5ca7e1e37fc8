"""Shows a part of a long text."""


def beginning(text: str, most: int) -> str:
    """The text; of a longer one the first `most` characters and an ellipsis."""
    return text if len(text) <= most else f"{text[:most]}…"
