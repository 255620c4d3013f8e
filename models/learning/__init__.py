"""Training the finder and the reader, and teaching them an owner's own dice."""
