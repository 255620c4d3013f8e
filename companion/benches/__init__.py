"""Measurements that `companion bench` runs, one module each; a module without NAME helps others."""
