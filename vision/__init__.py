"""From pixels to readings: `eye` joins the rooms, `zone_readers` says what reads which zone."""
