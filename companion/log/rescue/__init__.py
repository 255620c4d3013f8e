"""Logs that are damaged, read without SQLite, or without changing anything.

`remains` finds every line in the files, behind broken frames (`wal`) and over several pages
(`pages`), and says when that is more than SQLite gives; `salvage` puts them in order. `opening`
lets SQLite read where nothing may be written.
"""
