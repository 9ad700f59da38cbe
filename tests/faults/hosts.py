"""Hosts of their own: network namespaces behind a switch, each with an address, which may be killed and cut off.

A host that is cut off goes on running: what it sends is lost, and nobody is told so, as where a cable is pulled.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Host:
    """One computer: commands behind ``prefix`` run on it, as root, and find the others by their addresses."""

    name: str
    address: str
    network: str
    switch: str

    @property
    def prefix(self) -> Sequence[str]:
        return (_ip(), "netns", "exec", self.name)

    def prefix_as(self, user: int | None) -> Sequence[str]:
        """The same, for a command that runs as another user."""
        setpriv = shutil.which("setpriv")
        if user is None or setpriv is None:
            return self.prefix
        return (*self.prefix, setpriv, f"--reuid={user}", f"--regid={user}", "--clear-groups", "--pdeathsig", "QUIT")

    def cut_off(self) -> None:
        """Pull its cable."""
        _run("-n", self.switch, "link", "set", _port_of(self.address), "down")

    def come_back(self) -> None:
        _run("-n", self.switch, "link", "set", _port_of(self.address), "up")


class Network:
    """A switch, this computer at it, and hosts, until it is closed."""

    def __init__(self) -> None:
        own = os.getpid()
        # Of several runs on one computer each has names and a network of its own.
        self._name, self._net = f"faults-{own}", f"10.{64 + own // 250 % 64}.{own % 250}"
        self.network = f"{self._net}.0/24"
        self._link = f"f{own}"
        self._made: list[str] = []
        self._switch = self._namespace("switch")
        _run("-n", self._switch, "link", "add", "bridge", "type", "bridge", "forward_delay", "0")
        _run("-n", self._switch, "link", "set", "bridge", "up")
        self._join(self._link, None, f"{self._net}.1")

    def host(self, name: str) -> Host:
        made = self._namespace(name)
        _run("-n", made, "link", "set", "lo", "up")
        address = f"{self._net}.{10 + len(self._made)}"
        self._join("net", made, address)
        return Host(made, address, self.network, self._switch)

    def close(self) -> None:
        """Remove it all; what still runs on a host has ended before."""
        for made in self._made:
            subprocess.run([_ip(), "netns", "delete", made], check=False, capture_output=True)

    def _namespace(self, name: str) -> str:
        made = f"{self._name}-{name}"
        _run("netns", "add", made)
        self._made.append(made)
        return made

    def _join(self, link: str, namespace: str | None, address: str) -> None:
        """A cable from the switch to a host, or to this computer."""
        port = _port_of(address)
        within = ("-n", namespace) if namespace else ()
        peer = ("netns", namespace) if namespace else ("netns", str(os.getpid()))
        _run("-n", self._switch, "link", "add", port, "type", "veth", "peer", "name", link, *peer)
        _run("-n", self._switch, "link", "set", port, "master", "bridge", "up")
        _run(*within, "address", "add", f"{address}/24", "dev", link)
        _run(*within, "link", "set", link, "up")


def _port_of(address: str) -> str:
    """The name of the switch's port to an address: Linux takes fifteen letters."""
    return f"to-{address.rpartition('.')[2]}"


def _ip() -> str:
    found = shutil.which("ip") or shutil.which("ip", path="/usr/sbin:/sbin")
    assert found is not None, "ip is not installed (iproute2)"
    return found


def _run(*words: str) -> None:
    subprocess.run([_ip(), *words], check=True, capture_output=True)
