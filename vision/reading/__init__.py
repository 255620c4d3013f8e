"""What one look says, as values: the state of each zone and what was read there."""
