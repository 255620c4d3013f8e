"""The table: takes commands one after the other and tells everybody what happened.

`table` is the door; `admission` and `permissions` decide what may happen; `telling`, `story` and
`takebacks` put it into sentences.
"""
