"""How each game is shown: a folder a game, with its class, its texts and its drawing."""
