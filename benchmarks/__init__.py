"""Measurements that are too slow or too dependent on the machine for tests."""
