"""What a table is, and every step that can be taken on a draft of it; knows no clock, no chat and no other table."""
