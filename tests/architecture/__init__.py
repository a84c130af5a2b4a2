"""Who may know whom."""
