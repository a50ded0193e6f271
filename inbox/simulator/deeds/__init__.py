"""What can be done on GitHub and what follows from it, whoever does it and by whatever route.

The REST routes and the people of a story call the same functions; permissions are checked by the
callers, the rules of the data (lengths, states, duplicates) here.
"""
