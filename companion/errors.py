"""The one kind of error that reaches a person as a sentence."""


class CompanionError(Exception):
    """Something a person can put right; its message says how."""
