"""What the page of an evening says in its own words: headings, heads of columns, notes. The texts are message ids.

Where a text has parts in braces, the page fills them; names of players are only ever such parts.
"""

from collections.abc import Mapping

TEXTS: Mapping[str, str] = {
    "title": "An evening at the table, {date}",
    "simulated": "SIMULATED: nobody sat at this table.",
    "players": "Players",
    "began": "Began",
    "played_for": "Played for",
    "minutes": "{minutes} min",
    # The games
    "games": "The games",
    "game": "Game {number}: {title}",
    "won_by": "Won by {winners}",
    "won_together": "Won together",
    "lost_together": "Lost together",
    "nobody_won": "Nobody won",
    "not_ended": "Not ended",
    "no_games": "No game was played.",
    "rounds": "Rounds: {count}",
    "place": "Rank",
    "player": "Player",
    "score": "Score",
    "cards_left": "Cards left",
    "scores_by_round": "Scores after each round",
    "round": "Round",
    # Reaction times
    "reactions": "Reaction times: {title}",
    "reactions_note": "A reaction is a player's first timed touch in a round; who touched is known. The time runs from"
    " the reveal of the card, or from the signal. What came sooner than anyone can react is left out.",
    "no_reactions": "No touch with a known player and a known time, so there is nothing to compare.",
    "count": "n",
    "median": "Median",
    "interval": "95 % interval",
    "quartiles": "Quartiles",
    "best": "Best",
    "clock_bound": "Clock bound",
    "left_out": "Left out",
    "too_few": "too few",
    "axis_ms": "Reaction time (ms)",
    "axis_log_ms": "Reaction time (ms, logarithmic)",
    "axis_evening": "Evening",
    "axis_median_ms": "Median reaction time (ms)",
    "strip": "Each dot is a reaction, the bar its middle half, the mark the median, the thin line its 95 % interval.",
    "bound_note": "Every time is within {bound} of the true one, by the clocks' error bounds.",
    "median_note": "The interval says how far the median itself is known: it comes from the ranks of the times alone"
    " (binomial), so it assumes no shape. Fewer than 6 times give none.",
    # Who was first of two
    "duels": "Who was first of two",
    "duels_note": "Rounds in which both reacted. Closer than their clock bounds counts for neither.",
    "first": "Was first",
    "too_close": "Too close",
    "share_first": "Share of the first-named",
    # Earlier evenings
    "earlier": "Earlier evenings: {title}",
    "earlier_note": "The median of each evening with its 95 % interval, for players of this evening.",
    "earlier_median": "Median before",
    "evenings": "Evenings before",
    "change": "Change of the median",
    "change_note": "The interval of the change is a bootstrap with a fixed seed; where it holds 0, the evenings are not"
    " told apart. Another table or other people in the game change times too.",
    "not_judged": "Earlier evenings that this version could not judge: {count}",
    # Touches and draws
    "touches": "Touches and draws: {title}",
    "all_touches": "Touches",
    "draws": "Draws",
    "wrong": "Wrong",
    "share_wrong": "Share wrong",
    # How sure the referee was
    "certainty": "How sure the referee was",
    "known_by": "How it is known who touched",
    "sensed": "sensed: the pad itself tells who",
    "claimed": "claimed: by the player's own button",
    "inferred": "inferred: by the order of claims and who was left",
    "declared": "declared: people said so",
    "named": "named: told with the touch",
    "unknown": "nobody knows, mostly hands that came back",
    "dead_heats": "Rounds with a dead heat",
    "questions": "Questions to the table",
    "corrections": "Corrections",
    "largest_bound": "Largest clock bound of a touch",
    "fouls": "Fouls",
    "no_fouls": "No foul was ruled.",
    "times": "Times",
    "what": "What",
    "made_by": "Made by touchjudge {version} from session {session}, as it stands after every correction.",
}
