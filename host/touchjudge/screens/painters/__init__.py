"""Painters: a scene in, a picture or rows of block characters out. Pure."""
