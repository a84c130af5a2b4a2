"""How the network of ``strong`` in Guandan learns, in C and here."""
