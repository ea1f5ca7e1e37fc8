"""Network addresses that the server may fetch from when a client names them: those of the public internet."""

import ipaddress
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address
AddressCheck = Callable[[Address], bool]

# All that is assigned; mapped, translated and local ones are elsewhere.
GLOBAL_UNICAST = IPv6Network("2000::/3")
NOT_GIVEN_OUT = (
    IPv6Network("2001::/23"),  # Teredo and other protocols
    IPv6Network("2001:db8::/32"),  # documentation
    IPv6Network("2002::/16"),  # 6to4: contains an arbitrary IPv4 address
    IPv6Network("3fff::/20"),  # documentation
)
PROTOCOLS_OWN = ipaddress.IPv4Network("192.0.0.0/24")
FORMER_RELAYS = ipaddress.IPv4Network("192.88.99.0/24")


def is_public(address: Address) -> bool:
    if isinstance(address, IPv6Address):
        return address in GLOBAL_UNICAST and not any(address in network for network in NOT_GIVEN_OUT)
    special = address in PROTOCOLS_OWN or address in FORMER_RELAYS
    return address.is_global and not address.is_multicast and not address.is_reserved and not special
