"""The store in one SQLite file, over aiosqlite, for one writing process: ``storage.databases`` is the door."""
