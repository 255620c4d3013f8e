"""The errors that a person can put right."""


class CompanionError(Exception):
    """Something a person can put right; its message says how."""


class InputError(CompanionError, ValueError):
    """What was typed or read from a file is not what it should be; the message names the place."""
