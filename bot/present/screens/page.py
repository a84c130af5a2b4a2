"""The way to the page: a personal link, for one person alone."""

from __future__ import annotations

from bot.present.screens.elements import paragraphs
from bot.present.screens.screen import Button, Screen
from bot.present.words.catalogue import say
from bot.session.port.replies import PageLink

__all__ = ["page_screen"]


def page_screen(link: PageLink, language: str) -> Screen:
    """A personal link as a button, and the sentence that it is nobody else's."""
    lines = paragraphs(say(language, "page.link", minutes=link.minutes))
    way = Button(say(language, "button.page"), url=link.url, style="primary", key="page_link")
    return Screen(language, "", lines, ((way,),))
