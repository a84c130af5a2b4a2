"""The parts of the fast round: numbers of actions, tables of what beats what, the way to the first lead, the end."""
