"""The tables, in SQLAlchemy Core, for SQLite and PostgreSQL alike.

Column names are the field names of the rows in ``storage.api``. The primary key of ``actions`` is the log's
compare-and-set. Times are seconds since 1970 (UTC). Texts that hold structure are JSON that only callers read.
A change here needs a numbered file in ``storage/migrations/versions``; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    column,
    false,
    text,
)
from sqlalchemy.ext.compiler import compiles

__all__ = [
    "SCHEMA_VERSION", "achievements", "actions", "bans", "calls", "chats", "endings", "entrants", "houses", "identities",
    "links", "luck", "marks", "matches", "metadata", "owners", "page_keys", "pairings", "pending_reviews",
    "places", "pledges", "rating_points", "ratings", "results", "reviews", "rounds", "scores", "season_posts", "seats", "tables",
    "tournaments", "updates", "users", "venues", "votes",
]  # fmt: skip

SCHEMA_VERSION = "0015"
"""The newest migration; a database that says something unknown was made by a newer version of the program."""


@compiles(Text, "postgresql")
def _by_code_point(type_: Text, compiler: object, **kw: object) -> str:
    """Write the type so that texts are in the order of their code points on every server, as they are in SQLite."""
    return 'TEXT COLLATE "C"'


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

updates = Table(
    "updates",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("update", Text, primary_key=True),
    Column("effect", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

users = Table(
    "users",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text),
    Column("prefs", Text, nullable=False),
    Column("listed", Boolean, nullable=False, server_default=false()),
    sqlite_autoincrement=True,
)

identities = Table(
    "identities",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("external", Text, primary_key=True),
    Column("user", Integer, ForeignKey("users.id"), nullable=False, index=True),
    Column("reachable", Boolean),
    Column("name", Text, nullable=False, server_default=text("''")),
    sqlite_with_rowid=False,
)

links = Table(
    "links",
    metadata,
    Column("user", Integer, ForeignKey("users.id"), primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False, index=True),
    Column("expires_at", Double, nullable=False),
    Column("made", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("since", Double, nullable=False),
    sqlite_with_rowid=False,
)

page_keys = Table(
    "page_keys",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("external", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("expires_at", Double, nullable=False, index=True),
    Index(None, "platform", "external"),
    sqlite_with_rowid=False,
)

chats = Table(
    "chats",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("platform", Text, nullable=False),
    Column("external", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("language", Text),
    Column("group", Text, nullable=False, server_default=text("''")),
    Column("group_title", Text, nullable=False, server_default=text("''")),
    UniqueConstraint("platform", "external", "thread"),
    Index(None, "platform", "group"),
    sqlite_autoincrement=True,
)

houses = Table(
    "houses",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("group", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("preset", Text, nullable=False),
    Column("options", Text, nullable=False),
    sqlite_with_rowid=False,
)

bans = Table(
    "bans",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("group", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Column("user", Integer, ForeignKey("users.id"), index=True),
    Column("since", Double, nullable=False),
    sqlite_with_rowid=False,
)

calls = Table(
    "calls",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("group", Text, primary_key=True),
    Column("user", Integer, ForeignKey("users.id"), primary_key=True, autoincrement=False, index=True),
    Column("game", Text, primary_key=True),
    Column("external", Text, nullable=False),
    Column("chat", Integer, ForeignKey("chats.id"), nullable=False),
    Column("since", Double, nullable=False),
    sqlite_with_rowid=False,
)

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("chat", Integer, ForeignKey("chats.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("preset", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("host", Integer, ForeignKey("users.id")),
    Column("clock", Integer, nullable=False),
    # A match names its table, a table its running match: the second link is added once both exist.
    Column("match", Integer, ForeignKey("matches.id", use_alter=True)),
    Column("round", Integer, nullable=False),
    Column("parked", Boolean, nullable=False),
    Column("message", Text),
    Column("message_at", Double),
    Column("seed", Text, nullable=False),
    Column("extra", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("touched_at", Double, nullable=False),
    Column("shows", Text, nullable=False, server_default=text("''")),
    Index(None, "chat"),
    sqlite_autoincrement=True,
)

owners = Table(
    "owners",
    metadata,
    Column("table", Integer, ForeignKey("tables.id"), primary_key=True, autoincrement=False),
    Column("worker", Text, nullable=False, index=True),
    Column("fence", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("table", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user", Integer, ForeignKey("users.id"), index=True),
    Column("ai", Text),
    Column("joined_at", Double, nullable=False),
    Column("away", Boolean, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("timeouts", Integer, nullable=False),
    Column("remaining", Double),
    Column("reminded", Boolean, nullable=False),
    Column("autopass", Text, nullable=False),
    Column("message", Text),
    Column("platform", Text, nullable=False),
    Column("external", Text, nullable=False),
    Column("shows", Text, nullable=False, server_default=text("''")),
    Column("place", Integer, ForeignKey("chats.id")),
    CheckConstraint(column("user").is_(None) != column("ai").is_(None), name="user_or_ai"),
    sqlite_with_rowid=False,
)

places = Table(
    "places",
    metadata,
    Column("table", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("chat", Integer, ForeignKey("chats.id"), primary_key=True, index=True),
    Column("message", Text),
    Column("message_at", Double),
    Column("shows", Text, nullable=False),
    Column("since", Double, nullable=False),
    Column("person", Integer, ForeignKey("users.id"), index=True),
    sqlite_with_rowid=False,
)

votes = Table(
    "votes",
    metadata,
    Column("table", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("motion", Text, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("expires_at", Double, nullable=False),
    sqlite_with_rowid=False,
)

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table", Integer, ForeignKey("tables.id"), nullable=False, index=True),
    Column("chat", Integer, ForeignKey("chats.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("started_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("winner", Text),
    Index(None, "chat", "started_at"),
    Index(None, "started_at"),
    sqlite_autoincrement=True,
)

rounds = Table(
    "rounds",
    metadata,
    Column("match", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("rules_version", Integer, nullable=False),
    Column("deal", Text, nullable=False),
    Column("carry_in", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("started_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("carry_out", Text),
    Column("result", Text),
)

pledges = Table(
    "pledges",
    metadata,
    Column("table", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("commitment", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("root", Text, nullable=False),
    Column("left", Integer, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("match", Integer, ForeignKey("matches.id")),
    Column("round", Integer),
    UniqueConstraint("match", "round"),
    sqlite_with_rowid=False,
)

luck = Table(
    "luck",
    metadata,
    Column("table", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("user", Integer, ForeignKey("users.id"), index=True),
    Column("word", Text, nullable=False),
    ForeignKeyConstraint(["table", "number"], ["pledges.table", "pledges.number"]),
    sqlite_with_rowid=False,
)

actions = Table(
    "actions",
    metadata,
    Column("match", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("at", Double, nullable=False),
    ForeignKeyConstraint(["match"], ["matches.id"]),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("match", Integer, ForeignKey("matches.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("chat", Integer, ForeignKey("chats.id"), nullable=False),
    Column("user", Integer, ForeignKey("users.id")),
    Column("ai", Text),
    Column("role", Text, nullable=False),
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("place", Integer),
    Column("at", Double, nullable=False),
    Column("feats", Text, nullable=False),
    Column("side", Integer),
    Index(None, "chat", "game"),
    # Statistics of one person are read from the index alone.
    Index("ix_results_of_user", "user", "at", "chat", "game", "role", "place", "won", "points", "side", "feats"),
    Index(None, "game"),
    sqlite_with_rowid=False,
)

endings = Table(
    "endings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match", Integer, ForeignKey("matches.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("counts", Text, nullable=False),
    UniqueConstraint("match", "round"),
    sqlite_autoincrement=True,
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", Text, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("scope", Integer, primary_key=True, autoincrement=False),
    Column("season", Text, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("user", Integer, ForeignKey("users.id")),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "scope", "game", "board", "season"),
    sqlite_with_rowid=False,
)

rating_points = Table(
    "rating_points",
    metadata,
    Column("game", Text, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("scope", Integer, primary_key=True, autoincrement=False),
    Column("player", Text, primary_key=True),
    Column("rounds", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    sqlite_with_rowid=False,
)

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("chat", Integer, ForeignKey("chats.id"), nullable=False, index=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("preset", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("members", Integer, nullable=False),
    Column("clock", Integer, nullable=False),
    Column("ratings", Text, nullable=False),
    Column("fill", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("opener", Integer, ForeignKey("users.id")),
    Column("stages", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("stage", Integer, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("root", Text, nullable=False),
    Column("links", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("message", Text),
    Column("message_at", Double),
    Column("created_at", Double, nullable=False),
    Column("ended_at", Double),
    Column("invite", Text, nullable=False, server_default=text("''")),
    sqlite_autoincrement=True,
)

entrants = Table(
    "entrants",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entry", Integer, nullable=False),
    Column("user", Integer, ForeignKey("users.id"), index=True),
    Column("ai", Text),
    Column("platform", Text, nullable=False),
    Column("external", Text, nullable=False),
    Column("ephemeral", Boolean, nullable=False),
    Column("away", Boolean, nullable=False),
    Column("word", Text, nullable=False),
    Column("joined_at", Double, nullable=False),
    Column("place", Integer, ForeignKey("chats.id")),
    CheckConstraint(column("user").is_(None) != column("ai").is_(None), name="user_or_ai"),
    sqlite_with_rowid=False,
)

pairings = Table(
    "pairings",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("stage", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table", Integer, ForeignKey("tables.id"), nullable=False),
    Column("entries", Text, nullable=False),
    Column("first", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    sqlite_with_rowid=False,
)

scores = Table(
    "scores",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("stage", Integer, nullable=False),
    Column("match", Integer, ForeignKey("matches.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("points", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

venues = Table(
    "venues",
    metadata,
    Column("tournament", Integer, ForeignKey("tournaments.id"), primary_key=True, autoincrement=False),
    Column("chat", Integer, ForeignKey("chats.id"), primary_key=True, autoincrement=False, index=True),
    Column("message", Text),
    Column("message_at", Double),
    Column("since", Double, nullable=False),
    Column("person", Integer, ForeignKey("users.id"), index=True),
    sqlite_with_rowid=False,
)

achievements = Table(
    "achievements",
    metadata,
    Column("user", Integer, ForeignKey("users.id"), primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    Column("match", Integer, ForeignKey("matches.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Index("ix_achievements_match", "match", "round"),
    sqlite_with_rowid=False,
)

reviews = Table(
    "reviews",
    metadata,
    Column("match", Integer, ForeignKey("matches.id"), primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("text", Text, nullable=False),
    sqlite_with_rowid=False,
)

pending_reviews = Table(
    "pending_reviews",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("message", Text, primary_key=True),
    Column("match", Integer, ForeignKey("matches.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("user", Text, nullable=False),
    Column("chat", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("seen_at", Double, nullable=False),
    sqlite_with_rowid=False,
)

season_posts = Table(
    "season_posts",
    metadata,
    Column("scope", Integer, primary_key=True, autoincrement=False),
    Column("season", Text, primary_key=True),
    Column("chat", Integer, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("sent", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

marks = Table(
    "marks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)
