"""Simulated players that decide: pure functions of their own hand, what lies on the table, and a chance handed in."""
