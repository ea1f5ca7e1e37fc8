"""Fetches documents as the product does, where one address more may be connected to: 127.0.0.2."""

from dataclasses import replace

from memory.api.oauth import documents
from memory.payloads.payload import Address, is_public
from tests.oauth.person import PUBLISHED


def _may_connect(address: Address) -> bool:
    return str(address) == PUBLISHED or is_public(address)


documents.RULES = replace(documents.RULES, may_connect=_may_connect)


class Fetcher(documents.Fetcher):
    pass
