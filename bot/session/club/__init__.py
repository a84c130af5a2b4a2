"""Everything that is no table: members' own affairs, what groups have besides tables, and what is left of finished rounds."""
