"""``python -m bot`` and ``paiju``: the one door from the shell."""

from bot.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
