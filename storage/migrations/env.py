"""Where Alembic starts: it works on the connection handed in by ``storage.versions``, all steps in one transaction."""

from alembic import context

from storage.themes import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
