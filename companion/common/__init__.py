"""Small parts that every room uses: errors, sentences, JSON, bars and tables, intervals."""
