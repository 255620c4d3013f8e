"""What `companion bench trust` runs: the promises of SECURITY.md, attacked.

`served` is the site that is attacked, `visiting` how somebody asks it, `crawling` finds what can be
asked. Every other module attacks one promise: `SHORT` and `FULL` are its efforts, `run` gives its
figures. None of them knows a game.
"""
