"""Numbers of things, as messages to people say them."""


def counted(number: int, one: str, many: str = "") -> str:
    """`1 run`, `2 runs`, `1,200 memories`. `many` defaults to `one` with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
