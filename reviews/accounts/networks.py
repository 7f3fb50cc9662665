"""Whose requests are counted together, by where they come from."""

import ipaddress

IPV6_NETWORK = 64
"""One customer has so many bits of an IPv6 address fixed, and any number of addresses below."""


def network_of(address: str) -> str | None:
    """An IPv4 address, or the network of an IPv6 one. None for what is no address, as a proxy may send it: those are
    counted together."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found), IPV6_NETWORK), strict=False).network_address)
