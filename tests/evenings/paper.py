"""What people at a table see, written down in order: of what changes, only what is new."""

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

_LUCK = re.compile("(the deal|牌运) [+−0-9].*"), r"\1 …"  # Where there is no native core other rounds are played for it
_KEPT_AT_LEAST = 0.3  # A message that keeps less of itself is written out whole


@dataclass(frozen=True)
class Sight:
    """A message as it stands now. ``place``: whose chat; ``lines``: its text, pictures and buttons, a line each."""

    key: Hashable
    place: str
    lines: tuple[str, ...]
    rings: tuple[str, ...] = ()  # For whom it rang when it came


def buttons(labels: Iterable[str]) -> str:
    return " ".join(f"[{label}]" for label in labels)


class Paper:
    """The evening so far. ``names``: texts that are other each time (ids, addresses), with what is written in their place."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._said_at = ""
        self._known: dict[Hashable, tuple[str, Sight]] = {}
        self._count: dict[str, int] = {}
        self.names: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [_LUCK]
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        return "\n".join(self._lines) + "\n"

    def title(self, text: str) -> None:
        self._lines += ["", f"== {text}"]

    def did(self, person: str, deed: str) -> None:
        self._lines += ["", f"{self._now()}{person} {deed}"]

    def heard(self, person: str, text: str) -> None:
        """Something that only this person reads, and that is no message."""
        self._write(f"→ {person} reads", text.split("\n"))

    def look(self, sights: Iterable[Sight]) -> None:
        """Take down all that is new since the last look."""
        found = {sight.key: sight for sight in sights}
        gone = {key: self._known.pop(key) for key in list(self._known) if key not in found}
        for key, sight in found.items():
            before = self._known.get(key)
            if before is None:
                self._appears(sight, gone)
            elif before[1].lines != sight.lines:
                self._differs(before[0], before[1].lines, sight.lines)
                self._known[key] = (before[0], sight)
        for name, _ in gone.values():
            self._lines.append(f"  {self._now()}{name} is gone")

    def _appears(self, sight: Sight, gone: dict[Hashable, tuple[str, Sight]]) -> None:
        """A new message; one of those that are gone may have been its forerunner."""
        self._count[sight.place] = self._count.get(sight.place, 0) + 1
        number = self._count[sight.place]
        name = f"{sight.place} #{number}"
        self._known[sight.key] = (name, sight)
        rings = f", rings {', '.join(sight.rings)}" if sight.rings else ""
        for key, (older, old) in gone.items():
            if old.place == sight.place and _news(old.lines, sight.lines) is not None:
                del gone[key]
                self._differs(f"{name}{rings}, in place of #{older.rpartition('#')[2]},", old.lines, sight.lines)
                return
        self._write(f"{name}{rings}", sight.lines)

    def _differs(self, name: str, old: tuple[str, ...], new: tuple[str, ...]) -> None:
        """What a message says that it did not say before, or all of it where little has stayed."""
        news = _news(old, new)
        self._write(f"{name} now" if news is None else f"{name} changes", new if news is None else news)

    def _write(self, heading: str, lines: Iterable[str]) -> None:
        self._lines.append(f"  {self._now()}{heading}")
        self._lines += [f"    {self._plain(line)}".rstrip() for line in lines]

    def _plain(self, line: str) -> str:
        for pattern, name in self.names:
            line = pattern.sub(name, line)
        return line

    def _now(self) -> str:
        minutes, seconds = divmod(int(self._clock()), 60)
        now = f"{minutes}:{seconds:02} "
        if now == self._said_at:
            return ""
        self._said_at = now
        return now


def _news(old: tuple[str, ...], new: tuple[str, ...]) -> list[str] | None:
    """The lines that are new; ``None`` where they are most of it, or none."""
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    news = [line for kind, _, _, first, last in matcher.get_opcodes() if kind != "equal" for line in new[first:last]]
    return None if matcher.ratio() < _KEPT_AT_LEAST or not any(news) else news
