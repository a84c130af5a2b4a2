"""The store on disk, over SQLAlchemy and aiosqlite: ``store`` is the door."""
