"""Setting a camera up at a table, step by step: on a phone, and by `companion calibrate`."""
