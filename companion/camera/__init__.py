"""A camera above the table: from its pictures to observations that the referee can use.

`lookout` looks all the time, `viewfinder` shows what it sees, `reports` keeps what was misread,
`teacher` learns a copy. Rooms: `eyes` (which eye looks), `setup` (on a phone), `photos`.
"""
