"""How fast, and what goes wrong: rate-limit buckets and the faults that a test orders."""

import math
import re
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Self

from .world import Clock

JSON = dict[str, Any]

PER_CHANNEL = 5  # creates, and apart from them edits, per window and channel
WINDOW_SECONDS = 5.0
PER_SECOND_GLOBAL = 50

ERRORS: dict[int, tuple[int, str]] = {
    10008: (404, "Unknown Message"),
    10014: (404, "Unknown Emoji"),
    10062: (404, "Unknown interaction"),
    10003: (404, "Unknown Channel"),
    10013: (404, "Unknown User"),
    10004: (404, "Unknown Guild"),
    10015: (404, "Unknown Webhook"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "The maximum number of follow-ups has been reached."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50083: (400, "Thread is archived"),
    50240: (400, "You cannot remove this app's Entry Point command in a bulk update operation. Please include it."),
    50027: (401, "Invalid Webhook Token"),
    30008: (400, "Maximum number of emojis reached"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
}


class ApiError(Exception):
    """Answer the request with this status and body."""

    def __init__(self, status: int, body: JSON, headers: dict[str, str] | None = None) -> None:
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body
        self.headers = headers or {}

    @classmethod
    def of(cls, code: int) -> Self:
        """The answer that goes with one of the platform's own error codes."""
        status, message = ERRORS[code]
        return cls(status, {"message": message, "code": code})


@dataclass(slots=True)
class Bucket:
    """A sliding window: at most `limit` calls in `window` seconds."""

    limit: int
    window: float
    times: deque[float] = field(default_factory=deque)

    def take(self, now: float) -> tuple[bool, int, float]:
        """(granted, calls left, seconds until one more is free)."""
        while self.times and self.times[0] <= now - self.window:
            self.times.popleft()
        granted = len(self.times) < self.limit
        if granted:
            self.times.append(now)
        reset_after = self.times[0] + self.window - now if self.times else 0.0
        return granted, self.limit - len(self.times), max(reset_after, 0.001)


class RateLimits:
    """The buckets; `factor` multiplies how many calls each grants."""

    def __init__(self, clock: Clock, factor: float) -> None:
        self._clock = clock
        self._factor = factor
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._global = Bucket(max(1, int(PER_SECOND_GLOBAL * factor)), 1.0)
        self.exceeded = 0

    def _refusal(self, retry_after: float, *, is_global: bool) -> ApiError:
        self.exceeded += 1
        return ApiError(
            429,
            {"message": "You are being rate limited.", "retry_after": round(retry_after, 3), "global": is_global},
            {"Retry-After": str(int(retry_after) + 1), "Via": "1.1 google"}
            | ({"X-RateLimit-Global": "true"} if is_global else {}),
        )

    def check(self, kind: str, major: str, *, counts_globally: bool) -> dict[str, str]:
        """The headers of a granted call; raises `ApiError` 429 for one too many."""
        now = self._clock.now()
        if counts_globally:
            granted, _, wait = self._global.take(now)
            if not granted:
                raise self._refusal(wait, is_global=True)
        if kind not in ("create", "edit"):
            return {}
        limit = max(1, int(PER_CHANNEL * self._factor))
        bucket = self._buckets.setdefault((kind, major), Bucket(limit, WINDOW_SECONDS))
        granted, left, wait = bucket.take(now)
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{self._clock.wall() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": f"{kind}bucket",
        }
        if not granted:
            refusal = self._refusal(wait, is_global=False)
            refusal.headers |= headers | {"X-RateLimit-Scope": "user"}
            raise refusal
        return headers


@dataclass(slots=True)
class Fault:
    """The next `times` requests that match answer `error` instead."""

    method: str
    path: re.Pattern[str]
    error: ApiError
    times: int
    hits: int = 0


class Faults:
    """Orders of what shall go wrong; each is spent as it is carried out."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self.duplicate_events = 0
        self.delay_events: list[float] = []

    def fail_next(
        self,
        method: str,
        path: str,
        *,
        times: int = 1,
        status: int = 500,
        code: int | None = None,
        retry_after: float = 0.05,
        everywhere: bool = False,
    ) -> Fault:
        """Let the next `times` calls of `method` whose path matches the pattern `path` fail. With `code`, the
        platform's own error of that number; else bare `status` (429 gets its usual body; `everywhere`: the limit of the
        bot as a whole)."""
        if code is not None:
            error = ApiError.of(code)
        elif status == 429:
            body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": everywhere}
            error = ApiError(429, body, {"Via": "1.1 google", "Retry-After": str(math.ceil(retry_after))})
        else:
            error = ApiError(status, {"message": f"{status}: fault ordered by a test", "code": 0})
        fault = Fault(method, re.compile(path), error, times)
        self._faults.append(fault)
        return fault

    def duplicate_next(self, events: int = 1) -> None:
        """Deliver each of the next `events` interactions twice."""
        self.duplicate_events += events

    def delay_next(self, seconds: float) -> None:
        """Deliver the next interaction `seconds` late; it counts as made when it was made."""
        self.delay_events.append(seconds)

    def check(self, method: str, path: str) -> None:
        for fault in self._faults:
            if fault.times > fault.hits and fault.method == method and fault.path.search(path):
                fault.hits += 1
                raise fault.error
