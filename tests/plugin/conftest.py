"""A package's own suite looks at the installed package: `paiju game test` runs it."""

import os

collect_ignore_glob = [] if os.environ.get("PAIJU_GAME") else ["*/suite/*"]
