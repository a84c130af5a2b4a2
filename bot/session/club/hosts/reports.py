"""/report: what somebody complains of, about a round in which they sat or that they could see. The hosts hear of it, alone."""

import re
from typing import Final

from bot.session.club.hosts.orders import named
from bot.session.club.replays import may_see
from bot.session.host.change import once
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session
from bot.session.host.tell import tell_person
from bot.session.people.directory import Person
from bot.session.port.commands import Origin, Report
from bot.session.port.updates import Notice
from storage.themes.hosts import ReportRow

__all__ = ["HANDLERS", "report"]

_ID: Final = re.compile(r"[Mm]?([0-9]{1,9})\.([0-9]{1,5})")
_EXAMPLE: Final = "M17.3"
_A_DAY: Final = 5  # So often one person may complain in a day
_LONGEST: Final = 1000


async def report(session: Session, origin: Origin, person: Person, command: Report) -> Notice:
    found, text, now = _ID.fullmatch(command.id.lstrip("#")), command.text.strip(), session.clock.now()
    if found is None or not text:
        raise Refused("report_what", example=_EXAMPLE)
    number = f"M{int(found[1])}.{int(found[2])}"
    async with once(session, origin) as unit:
        match = await unit.matches.get(int(found[1]))
        rounds = [] if match is None else list(await unit.matches.rounds(match.id))
        there = any(row.round == int(found[2]) for row in rounds)
        if match is None or not there or not await may_see(unit, origin, person, match, rounds):
            raise Refused("unknown_id", id=command.id, example=_EXAMPLE)
        if sum(row.at > now - 86_400.0 for row in await unit.hosts.reports_of(person.user)) >= _A_DAY:
            raise Refused("report_enough", most=_A_DAY)
        row = ReportRow(0, match.table, match.id, int(found[2]), person.user, text[:_LONGEST], now)
        await unit.hosts.add_report(row)
        by = await named(unit, person.user)
    told = Notice("report_came", {"id": number, "text": row.text} | by)
    for host in session.settings.hosts:
        known = session.people.at(host.platform, host.external)
        tell_person(session, host, told, session.language_for(known, None))
    return Notice("reported", {"id": number})


HANDLERS: Final = (Direct(Report, report),)
