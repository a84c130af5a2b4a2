"""What a unit of work can ask, by what it is about; ``storage.sql.unit_of_work`` joins them."""
