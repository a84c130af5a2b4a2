"""``paiju game list``: the games that are there, from where they come, and what was left out."""

import json

from games import GAMES

__all__ = ["listed"]


def listed(*, as_json: bool) -> int:
    """Print the games in the order in which they are offered, then what was left out with its reason."""
    games = [{"key": key, "names": GAMES.names(key), "package": GAMES.package(key)} for key in GAMES]
    left_out = [{"key": fault.game, "package": GAMES.package(fault.game), "why": fault.why} for fault in GAMES.faults]
    if as_json:
        print(json.dumps({"games": games, "left_out": left_out}, ensure_ascii=False))
        return 0
    for game in games:
        names = f": {', '.join(game['names'])}" if game["names"] else ""
        print(f"{game['key']} (from {game['package']}){names}")
    for fault in left_out:
        print(f"{fault['key']}: left out (from {fault['package']}): {fault['why']}")
    return 0
