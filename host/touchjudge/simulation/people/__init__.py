"""The people round a simulated table: for each game those who play it there, by what the table shows."""
