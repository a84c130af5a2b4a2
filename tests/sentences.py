"""Every sentence that the session can say, as the catalogue has it: its code with the fields that its text needs."""

from typing import Final

from bot.present.words.text import catalogue, codes, fields
from games import GAMES

_TEXTS: Final = catalogue("en")
_ADDED: Final = {"play": "cards", "question": ""}
"""Fields that presentation makes of others: of cards, and of an example of what could be done."""
_OF_A_PLACE: Final = (*GAMES, "telegram", "discord", "web")


def _needed(start: str) -> dict[str, tuple[str, ...]]:
    found = {code: {_ADDED.get(name, name) for name in fields(_TEXTS[code])} for code in codes(start) if not own(code)}
    return {code: tuple(sorted(names - {""})) for code, names in found.items()}


def own(code: str) -> bool:
    """Whether a text is that of one game or platform in place of the usual one."""
    usual, _, last = code.rpartition(".")
    return last in _OF_A_PLACE and usual in _TEXTS


NOTICES: Final = {code.removeprefix("notice."): needed for code, needed in _needed("notice.").items()}
MENUS: Final = _needed("menu.")
NEXT_STEPS: Final = tuple(code.removeprefix("step.") for code in codes("step."))
