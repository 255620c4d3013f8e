"""How fast and how right the rules and the referee are."""
