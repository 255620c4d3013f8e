"""The screen as regions of HTML, drawn once and sent to all phones as it changes."""
