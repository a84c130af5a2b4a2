"""What goes out to a chat platform: what waits, how fast it may leave, which message shows what, and when one is posted anew."""
