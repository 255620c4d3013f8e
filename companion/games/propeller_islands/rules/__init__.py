"""The rules: state, tasks, moves, legality, consequences, scoring."""
