"""What the referee of The Game: Extreme says beyond The Game, in English."""

from collections.abc import Mapping

from touchjudge.rules.the_game.sentences import SENTENCES as THE_GAME_SENTENCES

SENTENCES: Mapping[str, str | tuple[str, str, str]] = {
    **THE_GAME_SENTENCES,
    "which_command": "Which command is on the {card}?",
    "turn_already_ended": "The stop card has ended {player}'s turn already.",
    "command_broken": "{player} did not carry out the command ({command}): the game is lost.",
}
