"""What a server prints on a terminal when it starts: its addresses."""

from everos_site.sections import Config


def address(config: Config) -> str:
    host = f"[{config.api.host}]" if ":" in config.api.host else config.api.host
    return f"http://{host}:{config.api.port}"


def lines(config: Config) -> list[str]:
    base = address(config)
    links = {
        "Explorer": f"{base}/explorer/",
        "API": f"{base}/api/v1/memory",
        **({"Docs": f"{base}/docs"} if config.documented else {}),
        "Admin": f"{base}/admin/  (`everos createsuperuser` makes an account)",
        "Health": f"{base}/health",
    }
    return [
        f"EverOS listens on {base} and keeps its memories in {config.memory.root}",
        *(f"  {name:<8} {link}" for name, link in links.items()),
        "  Ctrl-C stops it.",
    ]
