"""What people ask of the manager, in a form that no platform shows through.

A frontend turns a slash command, a typed command or a pressed button into one of these values and hands it to
``Manager.handle`` together with its ``Origin``. Each stands with its record (``record.py``) in the file of its kind:
about a table, a group, playing a round, what was played in it, lessons, tournaments, anywhere."""

# The door hands on whatever these files list: a new command is named in its own file alone.
from bot.session.port.commands.anywhere import *  # noqa: F403
from bot.session.port.commands.groups import *  # noqa: F403
from bot.session.port.commands.lessons import *  # noqa: F403
from bot.session.port.commands.play import *  # noqa: F403
from bot.session.port.commands.record import *  # noqa: F403  # noqa: F403
from bot.session.port.commands.table import *  # noqa: F403
from bot.session.port.commands.tournaments import *  # noqa: F403
