"""What happens without a command: clocks, the time between rounds, messages that arrived, the return after a restart."""
