"""How the networks of ``strong`` in Dou Dizhu learn, in C and here."""
