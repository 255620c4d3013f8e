"""Measurements that `companion bench` runs, one module each; one without HELP serves the others."""
