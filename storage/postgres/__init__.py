"""The store on a PostgreSQL server, over asyncpg, for one process or many: ``storage.sql.store`` is the door."""
