"""Files that are made to hurt, by seed: `photos`, `archives`, `texts`, every kind by a name."""
