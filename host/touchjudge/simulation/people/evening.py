"""The people of a whole evening: whichever game the table shows, they play it, and come back to an earlier one.

In: views and the time. Out: acts. A game of another package, for which there are no people here, is looked on.
"""

from collections.abc import Mapping
from typing import Final

from touchjudge.decks import making
from touchjudge.errors import ConfigError
from touchjudge.rules.game import Deck
from touchjudge.simulation.acts import Act, Away, People, View, seat

PLAYED: Final = ("first_touch", "hearts_and_numbers", "schwein_gehabt", "the_game", "the_game_extreme", "virus")


class EveningPeople:
    """Those who sit there from the first game to the last.

    Args:
        game: the first game.
        seed: decides everything; the same views at the same times give the same acts.
        decks: what they deal in a game, where it is not the shipped deck.

    Raises:
        ConfigError: nobody knows how to play the first game by themselves.
    """

    def __init__(self, game: str, seed: int, decks: Mapping[str, Deck] | None = None) -> None:
        if game not in PLAYED:
            raise ConfigError(f"nobody plays {game!r} on a simulated table; played there are {', '.join(PLAYED)}")
        self._game = game
        self._seed = seed
        self._decks = {**{name: deck for name, deck, _ in making.shipped().values()}, **(decks or {})}
        self._people: dict[str, People] = {}
        self._players: list[str] = []

    def look(self, view: View, now_us: int) -> list[Act]:
        """Take in the view; see :class:`~touchjudge.simulation.acts.People`."""
        game = view.get("game") or self._game
        # Hands that rest on the buttons in one game do not rest there in the next.
        acts: list[Act] = [] if game == self._game else [Away(seat(player), now_us) for player in self._players]
        self._game, self._players = game, list(view["players"])
        people = self.playing()
        return [*acts, *(people.look(view, now_us) if people is not None else ())]

    def next_look_us(self) -> int | None:
        """When they look up by themselves."""
        people = self.playing()
        return None if people is None else people.next_look_us()

    def playing(self) -> People | None:
        """Who plays the game that is on the table now."""
        if self._game not in self._people and self._game in PLAYED:
            self._people[self._game] = _people_of(self._game, self._seed, self._decks)
        return self._people.get(self._game)


def _people_of(game: str, seed: int, decks: Mapping[str, Deck]) -> People:
    # Only what is played is loaded: an evening begins sooner without five games that nobody plays.
    match game:
        case "first_touch":
            from touchjudge.simulation.people.first_touch import FirstTouchPeople

            return FirstTouchPeople(seed)
        case "hearts_and_numbers":
            from touchjudge.simulation.people.hearts_and_numbers import HeartsAndNumbersPeople

            return HeartsAndNumbersPeople(seed, decks[game])
        case "the_game":
            from touchjudge.simulation.people.the_game import TheGamePeople

            return TheGamePeople(seed, decks[game])
        case "the_game_extreme":
            from touchjudge.simulation.people.the_game import TheGameExtremePeople

            return TheGameExtremePeople(seed, decks[game])
        case "virus":
            from touchjudge.simulation.people.virus import VirusPeople

            return VirusPeople(seed, decks[game])
        case _:
            from touchjudge.simulation.schwein_gehabt import SchweinGehabtPeople

            return SchweinGehabtPeople(seed, decks[game])
