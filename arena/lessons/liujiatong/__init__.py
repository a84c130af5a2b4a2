"""How the network of ``strong`` in Liu Jia Tong learns, in C and here."""
