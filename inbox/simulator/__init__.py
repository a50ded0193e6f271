"""A strict, stateful GitHub on loopback for the demo, the tests and the benchmark."""
