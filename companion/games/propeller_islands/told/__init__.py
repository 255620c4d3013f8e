"""The game in words and text: buttons, sentences, notation, positions, views."""
