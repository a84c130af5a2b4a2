"""What ``/metrics`` reads off the running program when it is asked; docs/hosting.md says what each figure means. Labels have few
values: a state, a method of a platform, a bot of ours."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, SummaryMetricFamily
from prometheus_client.metrics_core import Metric

from bot.delivery.messenger import ChatFrontend
from bot.session.host.session import Session, Table
from bot.session.host.thinker import PoolThinker
from bot.workers.worker import Worker
from storage.api import Store

__all__ = ["of_bots", "of_session", "of_store", "of_worker"]

_PEOPLE: Final = ("playing", "waiting", "away")  # Who is at several tables is counted where the most goes on


def of_session(session: Session) -> Iterator[Metric]:
    states = Counter(lobby=0, playing=0, between=0, unread=len(session.unread))
    people: dict[int, str] = {}
    asked, ai = Counter(person=0, clock=0, ai=0, standing_order=0, held=0), 0
    for table in session.tables.values():
        states.update([table.book.row.state])
        for held in table.book.seats.values():
            if held.user is None:
                ai += 1
                continue
            state = "away" if held.away else "playing" if table.book.row.state == "playing" else "waiting"
            people[held.user] = min(state, people.get(held.user, state), key=_PEOPLE.index)
        asked.update(_waits_for(session, table, waited.seat) for waited in table.book.awaited)
    counted = Counter(people.values())
    yield _gauge("paiju_tables", "state", states)
    yield _gauge("paiju_people", "state", {state: counted[state] for state in _PEOPLE})
    yield _gauge("paiju_questions", "waits_for", asked)
    yield GaugeMetricFamily("paiju_ai_players", "", ai)
    if isinstance(session.thinker, PoolThinker):
        yield GaugeMetricFamily("paiju_ai_queue", "", session.thinker.asked)


def _waits_for(session: Session, table: Table, seat: int) -> str:
    """Whom a question waits for: ``clock`` is a person whose time runs."""
    pending, clock = table.pending.get(seat), session.clocks.of(table.id, seat)
    if pending is not None:
        return "standing_order" if pending.cause == "auto" else "ai"
    if table.held or table.broken:
        return "held"
    return "person" if clock is None or clock.since is None else "clock"


def of_bots(bots: Mapping[str, ChatFrontend]) -> Iterator[Metric]:
    """``bots``: by what each is called."""
    read = {"calls": "counted", "waiting": "waiting", "oldest_seconds": "oldest", "allowance_ratio": "share"}
    for name, what in read.items():
        yield _gauge(f"paiju_bot_{name}", "bot", {bot: getattr(one.outbox, what) for bot, one in bots.items()})
    calls = CounterMetricFamily("paiju_bot_requests", "", labels=["bot", "method", "result"])
    for bot, one in bots.items():
        for (method, result), made in one.calls.items():
            calls.add_metric([bot, method, result], made)
    yield calls


def of_store(store: Store) -> Iterator[Metric]:
    told = store.health
    yield CounterMetricFamily("paiju_database_round_trips", "", value=told.trips)
    yield SummaryMetricFamily("paiju_database_wait_seconds", "", count_value=told.waits, sum_value=told.waited)


def of_worker(worker: Worker) -> Iterator[Metric]:
    balancer = worker.balancer
    claimed, parted = (0, 0) if balancer is None else (balancer.claimed, balancer.parted)
    calls = {"calls_waiting": worker.courier.waiting, "calls_running": worker.courier.running}
    now = {"workers": worker.workers, "well": worker.well, "leases": len(worker.leases.held), **calls}
    tables = {"carried": worker.forwarding.carried, "taken_over": claimed, "given": parted}
    counted = {**tables, "line_returns": worker.line.returns}
    yield from (GaugeMetricFamily(f"paiju_cluster_{name}", "", value=value) for name, value in now.items())
    yield from (CounterMetricFamily(f"paiju_cluster_{name}", "", value=value) for name, value in counted.items())


def _gauge(name: str, label: str, figures: Mapping[str, float]) -> Metric:
    family = GaugeMetricFamily(name, "", labels=[label])
    for value, figure in figures.items():
        family.add_metric([value], figure)
    return family
