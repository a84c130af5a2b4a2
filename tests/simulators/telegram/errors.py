"""The ways in which the Bot API refuses."""


class ApiError(Exception):
    """A refusal: HTTP status, description and, for some, what to do next."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters


class Violation(ApiError):
    """A refusal of something that a correct bot never sends; the simulator keeps it on record."""


def bad_request(text: str) -> ApiError:
    """400 for something that happens to correct bots as well."""
    return ApiError(400, f"Bad Request: {text}")


def violation(text: str) -> Violation:
    """400 for a call that breaks the published description or limits."""
    return Violation(400, f"Bad Request: {text}")


def forbidden(text: str) -> ApiError:
    """403: somebody does not want to hear from this bot."""
    return ApiError(403, f"Forbidden: {text}")


def too_many_requests(seconds: int) -> ApiError:
    """429 with the wait in seconds."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


def migrated(new_id: int) -> ApiError:
    """400 for a group that has become a supergroup."""
    return ApiError(400, "Bad Request: group chat was upgraded to a supergroup chat", migrate_to_chat_id=new_id)
