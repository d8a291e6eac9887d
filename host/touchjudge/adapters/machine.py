"""Facts of the machine that the table runs on."""

from pathlib import Path

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def host_boot_id() -> str:
    """Which boot of this machine its monotonic clock belongs to; ``unknown`` where the system does not say."""
    try:
        return _BOOT_ID.read_text().strip()
    except OSError:
        return "unknown"
