"""What was set up for a camera: measures, outlines and zones, kept in a file."""
