"""Small parts that every room uses: errors, sentences, JSON, progress bars, intervals."""
