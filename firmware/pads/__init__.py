"""The firmware of the pads: it stamps edges, keeps them until they are acknowledged, and never waits for a host."""

VERSION = "0.1.0"
