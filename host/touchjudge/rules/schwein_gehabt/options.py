"""House rules of Schwein gehabt!, and their values in one game.

Ref: docs/rules/schwein_gehabt.md, Options.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from touchjudge.rules.game import Option

OPTIONS = (
    Option(
        "free_choice",
        False,
        "A player none of whose numbers shows may take any one target; then the order of touches decides who is paid.",
    ),
    Option(
        "no_sandwich",
        "lowest",
        "When nobody made the sandwich: the lowest hand wins, or the touch card joins the jackpot.",
        choices=("lowest", "jackpot"),
    ),
    Option(
        "presume",
        "right",
        "When it is not certain who took what: presume that people took what was theirs, or always ask.",
        choices=("right", "ask"),
    ),
    Option("home", False, "Players rest a hand on their seat button, and letting go of it is the reaction."),
    Option("wrong_slap_penalty", 0, "Cards to the jackpot for slapping a wrong target on a touch card.", low=0, high=6),
    Option("penalty", 3, "Cards to the jackpot for each target that was drawn wrongly.", low=1, high=6),
    Option("jackpot_limit", 5, "The most cards that stay in the jackpot.", low=1, high=20),
    Option("dead_heat_us", 0, "Microseconds added to the error bounds before an order counts.", low=0, high=50_000),
    Option("anticipation_ms", 100, "Sooner than this after the reveal nobody can have seen the card.", low=0, high=300),
    Option("lead_ms", 500, "How long before the reveal is sensed a card may have been seen.", low=0, high=2000),
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options of one game, typed, times in µs."""

    free_choice: bool
    lowest_wins: bool
    presume_right: bool
    home: bool
    wrong_slap_penalty: int
    penalty: int
    jackpot_limit: int
    dead_heat_us: int
    anticipation_us: int
    lead_us: int


def house_rules(options: Mapping[str, bool | int | str]) -> HouseRules:
    """What these options mean; what is not given has its default.

    >>> house_rules({"free_choice": True}).free_choice, house_rules({}).lead_us
    (True, 500000)
    """
    value = {option.name: options.get(option.name, option.default) for option in OPTIONS}
    return HouseRules(
        free_choice=bool(value["free_choice"]),
        lowest_wins=value["no_sandwich"] == "lowest",
        presume_right=value["presume"] == "right",
        home=bool(value["home"]),
        wrong_slap_penalty=int(value["wrong_slap_penalty"]),
        penalty=int(value["penalty"]),
        jackpot_limit=int(value["jackpot_limit"]),
        dead_heat_us=int(value["dead_heat_us"]),
        anticipation_us=int(value["anticipation_ms"]) * 1000,
        lead_us=int(value["lead_ms"]) * 1000,
    )
