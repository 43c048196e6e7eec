"""One file for each kind of question about trained runs and data: its `answer(given, material, tell)` gives arrays."""
