"""What could be wrong with this computer, its camera and its network, and what to do about it.

A check is a function that takes a `Patient` and gives a `Finding`.
"""
