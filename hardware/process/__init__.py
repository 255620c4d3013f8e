"""A camera in a process of its own, restarted when it hangs or dies."""
