"""What screens say and how it looks: scenes made from the table's view, texts in three lengths, painters. Pure."""
