"""From the session to Discord: screens as messages, the outbox, and the calls that carry it out."""
