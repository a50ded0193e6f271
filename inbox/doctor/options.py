"""The options of `decision-inbox doctor`, apart from what they do, which is slow to load."""

from __future__ import annotations

import argparse


def add_doctor(parser: argparse.ArgumentParser) -> None:
    """The parser takes what to look at, how to tell it, and whether labels are made."""
    parser.add_argument(
        "--repository", metavar="REPO", help="the repository of the workflow, as owner/name"
    )
    parser.add_argument(
        "--workflow",
        metavar="PATH",
        default=".github/workflows/decision-inbox.yml",
        help="the workflow file (%(default)s)",
    )
    parser.add_argument("--write", action="store_true", help="make missing labels; nothing else")
    parser.add_argument("--format", choices=("text", "json"), default="text")
