"""From pixels to readings: `eye` joins the rooms, `readers` says who reads which zone."""
