"""Players that learn by playing themselves (Deep Monte Carlo): what an action is worth is what came of it, on average.

``python -m arena train GAME`` keeps all it learns in a folder, from which it goes on; needs ``pip install paiju[learn]``.
"""
