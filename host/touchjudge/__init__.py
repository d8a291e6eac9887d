"""touchjudge: the referee that sits at a real card table."""

__version__ = "0.1.0"
