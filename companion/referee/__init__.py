"""The referee: which legal moves explain what was seen, and which rule is broken.

`settling` waits until looks agree, `search` finds moves that explain them, `referee` concludes,
`watcher` takes the conclusion to the table, `opinions` puts it into words.
"""
