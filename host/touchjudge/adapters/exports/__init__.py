"""What people take home: one module for each format, each a function of :class:`touchjudge.session.played.Standings`.

The same session gives the same bytes each time: nothing of the moment of the export, nor of the machine, goes in.
"""
