"""camera_record."""
