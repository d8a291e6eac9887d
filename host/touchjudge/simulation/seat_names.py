"""What simulated players are called, in the order of their seats."""

from typing import Final

SEAT_NAMES: Final = ("Ana", "Luis", "Marta", "Jo", "Sam", "Kim", "Lea", "Tom")
