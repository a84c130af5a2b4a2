"""Several workers on one database: who lives, who holds what, what they ask each other; all of it over Redis.

A library that knows nothing of sessions, tables and chats. Redis is needed to be quick, never to be right: what must
not happen twice is checked in the database."""
