"""How the network of ``strong`` in Gou Ji learns, in C and here."""
