"""``python -m touchjudge.cli``."""

from touchjudge.cli import main

main()
