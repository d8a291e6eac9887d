"""Simulated people: what they see, when they react, what their hands and voices do at the table.

Pure: chance is a ``random.Random`` handed in, time a number. A game's people turn views into :mod:`acts
<touchjudge.simulation.acts>`; the simulated table (an adapter) makes the edges of a board out of them.
"""
