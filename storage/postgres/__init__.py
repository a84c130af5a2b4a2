"""The store on a PostgreSQL server, over asyncpg, for one process or many: ``storage.databases`` is the door."""
