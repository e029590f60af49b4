"""mossa as an engine for other programs' boards: UCI, GTP and NBoard's protocol, on standard input and output."""
