"""Acting in a round: typed actions, buttons, picked cards, hints, and answers that come by themselves."""
