"""From Discord to the session: the connection, slash commands, presses and what is offered while typing."""
