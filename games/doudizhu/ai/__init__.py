"""AI players: they see one seat's view and nothing else. ``player`` is the door."""
