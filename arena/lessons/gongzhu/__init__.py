"""How the odds of ``strong`` in Gong Zhu are learned, in C and here."""
