"""Looking up hosts. Private addresses are refused, and git is bound to exactly the addresses that were found."""

import ipaddress
import socket
from collections.abc import Callable

from reviews.errors import RepositoryError
from reviews.git.addresses import DEFAULT_PORTS, Policy, RepositoryAddress, only_https

type Ip = ipaddress.IPv4Address | ipaddress.IPv6Address
type LookUp = Callable[[str, int], list[str]]

_NAT64 = ipaddress.ip_network("64:ff9b::/96")


def look_up(host: str, port: int) -> list[str]:
    """The IP addresses of a host, without repeats. Raises RepositoryError(unreachable) when there are none."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise RepositoryError(
            f"There is no host called {host}, as far as this server can see. Check the address.",
            kind="unreachable",
        ) from error
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def reachable_addresses(address: RepositoryAddress, policy: Policy, look: LookUp = look_up) -> list[str]:
    """The IP addresses that git may talk to for this address; it must be bound to them.

    Raises RepositoryError(private) when one of them is not on the public internet and neither it nor the host
    is allowed, RepositoryError(address) for plain HTTP or an unusual port outside of the allowed hosts.
    """
    found = look(address.host, address.port)
    if policy.names(address.host) or all(policy.covers(ip) for ip in found):
        return found
    for text in found:
        if not is_public(ipaddress.ip_address(text)):
            raise RepositoryError(
                f"{address.host} leads to {text}, an address inside this server's network, so ELM does not "
                "connect. An administrator can allow it with ELM_REPO_PRIVATE_HOSTS.",
                kind="private",
            )
    if address.kind == "http" or address.port != DEFAULT_PORTS[address.kind]:
        raise only_https(address)
    return found


def is_loopback(addresses: list[str]) -> bool:
    """Whether all of these are addresses of this machine itself."""
    return all(ipaddress.ip_address(text).is_loopback for text in addresses)


def is_public(ip: Ip) -> bool:
    """Whether an address is on the public internet; one with an IPv4 address inside is what that one is."""
    if isinstance(ip, ipaddress.IPv6Address):
        hidden = _hidden_ipv4(ip)
        if hidden is not None:
            return is_public(hidden)
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def _hidden_ipv4(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that an IPv6 address of a transition scheme stands for."""
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
