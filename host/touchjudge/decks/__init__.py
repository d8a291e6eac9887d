"""The decks as data: one TOML file a deck, the rule that wrote it, and what proves it.

Only the two printed decks that are published ship as such; the others are stand-ins and say so in their first lines.
"""
