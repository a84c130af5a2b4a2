"""From the session to Telegram: screens as messages, the outbox, and the calls that carry it out."""
