"""A package's own suite looks at the installed package: `paiju game test` runs it."""

collect_ignore_glob = ["*/suite/*"]
