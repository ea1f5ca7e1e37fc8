import json
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from everos_site.estimate import Row, estimated, total_of
from memory.command import CheckedCommand
from memory.errors import MemoryServiceError
from memory.text.wording import counted
from memory.transfer.formats.base import People
from memory.transfer.importing import conversations_of, planned

CHATS = ("jsonl", "add", "chatgpt", "claude")
LINE = "{:<22} {:<28} {:>9} {:>15} {:>18} {:>12}"


class Command(CheckedCommand):
    help = (
        "Estimates what importing conversations would cost with a language model: calls, tokens and money, by purpose. "
        "Reads the file and the settings, calls no model, and stores nothing. Takes what `everos import` takes as "
        "conversations: JSONL with a message a line, bodies of `add`, and exports of ChatGPT and Claude. "
        "Prices are those of EVEROS_BUDGET__PRICES."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH", help="the file of conversations")
        parser.add_argument("--format", choices=CHATS, help="the format, if it is not recognised")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            conversations = list(
                conversations_of(planned(options["path"], None, People(), options["format"]))
            )
            rows = estimated(conversations)
        except (MemoryServiceError, OSError) as error:
            raise CommandError(str(error)) from error
        left_out = [one for conversation in conversations for one in conversation.left_out]
        messages = sum(len(conversation.messages) for conversation in conversations)
        if options["json"]:
            told = {"messages": messages, "left_out": len(left_out), "rows": [asdict(row) for row in rows]}
            self.stdout.write(json.dumps(told | {"total": asdict(total_of(rows))}, indent=1))
            return
        self._tell(messages, rows)
        for what, why in left_out:
            self.stderr.write(f"left out: {what}: {why}")

    def _tell(self, messages: int, rows: list[Row]) -> None:
        currency = settings.EVEROS.budget.currency
        self.stdout.write(f"{counted(messages, 'message')}, about:")
        self.stdout.write(
            LINE.format("purpose", "model", "calls", "prompt tokens", "completion tokens", currency)
        )
        prices = settings.EVEROS.budget.prices
        for row in rows:
            self._tell_row(row, row.model in prices)
        self._tell_row(total_of(rows), any(row.model in prices for row in rows))
        models = {row.model for row in rows}
        if "" in models:
            self.stdout.write(
                "No language model is configured, so rules would make these memories at no cost. "
                "For the cost with a model, set EVEROS_LLM__MODEL and EVEROS_BUDGET__PRICES."
            )
        if unpriced := sorted(models - prices.keys() - {""}):
            self.stdout.write(
                f"Not in the sum, because without a price in EVEROS_BUDGET__PRICES: {', '.join(unpriced)}."
            )
        self.stdout.write("Not included: changes of topic, skills, merged episodes, notes and searches.")

    def _tell_row(self, row: Row, is_priced: bool) -> None:
        cost = f"{row.cost:,.4f}" if is_priced else "?"
        tokens = (f"{row.prompt_tokens:,}", f"{row.completion_tokens:,}")
        self.stdout.write(LINE.format(row.purpose, row.model, f"{row.calls:,}", *tokens, cost).rstrip())
