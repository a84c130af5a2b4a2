"""Many small cases in one test, each of which is tried and, where it fails, named.

A thousand cases as a thousand tests cost more than what they check."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

__all__ = ["all_hold", "each"]

Case = TypeVar("Case")


def all_hold(cases: Iterable[tuple[str, Case]], check: Callable[[Case], None]) -> None:
    """Check every case (name, case); fails with all that fail, and where there is no case at all."""
    failed, tried = [], 0
    for name, case in cases:
        tried += 1
        try:
            check(case)
        except Exception as error:
            failed.append(f"{name}: {type(error).__name__}: {error}")
    assert tried, "there is nothing to check"
    assert not failed, f"{len(failed)} of {tried} fail:\n\n" + "\n\n".join(failed)


@contextmanager
def _named(names: tuple[str, ...], case: Any) -> Iterator[None]:
    """An error inside tells which case it was."""
    try:
        yield
    except Exception as error:
        error.add_note(f"with {dict(zip(names, case, strict=True))}")
        raise


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a test all cases one after the other, where ``pytest.mark.parametrize`` gives each to a test of its own. The
    case with which it fails is named. Cases share the test's fixtures: what one leaves there, the next one finds."""
    given = tuple(name.strip() for name in names.split(",")) if isinstance(names, str) else names
    listed = [case if len(given) > 1 else (case,) for case in cases]
    assert listed, "there is nothing to check"

    def decorate(check: Callable[..., Any]) -> Callable[..., Any]:
        def run(case: Any, others: dict[str, Any]) -> Any:
            return check(**dict(zip(given, case, strict=True)), **others)

        def test(**others: Any) -> None:
            for case in listed:
                with _named(given, case):
                    run(case, others)

        async def async_test(**others: Any) -> None:
            for case in listed:
                with _named(given, case):
                    await run(case, others)

        if inspect.iscoroutinefunction(check):
            test = async_test  # type: ignore[assignment] # pytest tells them apart
        signature = inspect.signature(check)
        left = [one for name, one in signature.parameters.items() if name not in given]
        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        test.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined] # what pytest asks a function
        test.__dict__["pytestmark"] = getattr(check, "pytestmark", [])
        return test

    return decorate
