"""The store without a disk, for tests and trials: ``store`` is the door."""
