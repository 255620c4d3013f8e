"""What an owner can set: the settings, their keys and folders, and the facts of the own copy."""
