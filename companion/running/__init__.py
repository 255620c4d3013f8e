"""What runs while `companion serve` does.

`simulated_table`, `camera_table` and `hand_table` are the kinds of tables, `guide` follows a game
at each of them, `equipment` finds what was taught and set up for it. `background` starts what runs
beside them, such as `heartbeat` and `announcing`. `units` writes the systemd unit, `diagnosis` says
how the companion is doing.
"""
