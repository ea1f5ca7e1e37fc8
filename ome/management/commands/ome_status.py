"""Runs by strategy and status, what they cost, and what needs attention."""

import json
from argparse import ArgumentParser
from typing import Any

from memory.command import RootCommand
from ome.engine.status import by_strategy, dead, status


class Command(RootCommand):
    help = "Shows the runs of the Offline Memory Engine, what they cost, and what needs your attention."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument(
            "--dead", type=int, default=20, metavar="N", help="dead runs to list (default: 20)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        seen = status() | {"strategies": by_strategy(), "dead_runs": dead(options["dead"])}
        if options["json"]:
            self.stdout.write(json.dumps(seen, indent=2, ensure_ascii=False))
        else:
            self._tell(seen)

    def _tell(self, seen: dict[str, Any]) -> None:
        self.stdout.write(
            f"runs: {seen['pending']} pending (the oldest for {seen['oldest_pending_seconds']:.0f} s), "
            f"{seen['failing']} of them failing, {seen['held']} held, {seen['dead']} dead"
        )
        for name, strategy in seen["strategies"].items():
            self._tell_strategy(name, strategy)
        for reason in seen["reasons"]:
            self.stdout.write(f"attention: {reason}")
        for run in seen["dead_runs"]:
            self.stdout.write(f"dead: run {run['run']}, {run['strategy']} for {run['owner']}: {run['error']}")

    def _tell_strategy(self, name: str, strategy: dict[str, Any]) -> None:
        account = strategy["account"]
        counts = ", ".join(f"{strategy[key]} {key}" for key in ("pending", "held", "dead") if strategy[key])
        self.stdout.write(
            f"{name}{'' if strategy['enabled'] else ' (off)'}: {account['done']} done in {account['seconds']:.1f} s, "
            f"{account['model_calls']} model calls, "
            f"{account['prompt_tokens']} + {account['completion_tokens']} tokens{'; ' if counts else ''}{counts}"
        )
