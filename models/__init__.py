"""Embedders: images (N, 1, 28, 28) enter, features (N, d) leave. One file each."""
