"""The host's side of the wire without any I/O: bytes in, what was heard out; what is due to be said on request.

:class:`touchjudge.link.machine.BoardLink` is the whole of it; the other modules are its parts.
"""
