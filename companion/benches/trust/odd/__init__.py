"""What is sent to make a site stumble: `things` (values, headers, bodies, paths) and `framing`."""
