"""``play``: joins the parts of a table and runs it."""
