"""The pages that train nothing: for each, what its pictures can be set to."""
