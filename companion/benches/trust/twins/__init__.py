"""Two tables that differ only in what one seat alone knows: made, served, and asked by a snoop."""
