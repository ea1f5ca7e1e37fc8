"""Which addresses count as public."""

from ipaddress import ip_address

import pytest

from memory.payloads.payload import is_public


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001::200e"])
def test_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "198.18.0.1", "224.0.0.1", "240.0.0.1",
        "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:1.1.1.1", "::127.0.0.1", "64:ff9b::7f00:1",
        "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::",
        "100::1", "3fff::1",
    ],
)  # fmt: skip
def test_not_public(address: str) -> None:
    assert not is_public(ip_address(address))
