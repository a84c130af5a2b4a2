"""Long runs that look for what short tests do not meet: kills, faults and crowds, odd house rules, growing memory.

``make soak``; each run takes about ``SOAK_SECONDS`` (300 unless set). ``SOAK_SEED`` repeats a run's choices; the seed
of every run is written at its top. They stand beside ``tests/`` because nobody waits for them on every change.
"""
