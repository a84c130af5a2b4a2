"""AI players at work, outside the event loop: they choose for seats, and judge rounds that are over."""
