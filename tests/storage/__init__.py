"""The memory: one suite over both stores, and what only a disk can go through."""
