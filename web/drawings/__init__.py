"""Pictures as SVG: panels of games, what a proposal changes, the race of the scores."""
