"""Measurements that `companion bench` runs, one module each."""
