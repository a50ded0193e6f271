"""One safe place to say yes or no to irreversible, critical pull requests."""

__version__ = "1.0.0.dev0"
