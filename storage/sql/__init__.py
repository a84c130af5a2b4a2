"""What both databases share: the tables, every statement, the unit of work. ``store`` is the door to either."""
