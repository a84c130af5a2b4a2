"""The store in one SQLite file, over aiosqlite, for one writing process: ``storage.sql.store`` is the door."""
