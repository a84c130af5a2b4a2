"""How the network of ``strong`` in Gan Deng Yan learns, in C and here."""
