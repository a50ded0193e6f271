"""The options of `decision-inbox init`, apart from what they do, which is slow to load."""

from __future__ import annotations

import argparse

from inbox.usage import folder


def add_init(parser: argparse.ArgumentParser) -> None:
    """The parser takes the answers as options, and says where and whether to write."""
    for option, metavar, text in (
        ("--owner", "LOGIN", "who decides; several with commas, the owner first"),
        ("--repositories", "REPOS", "the watched repositories, owner/name with commas between"),
        ("--inbox", "REPO", "the repository that holds ballots and workflow"),
        ("--action", "ACTION", "this action as the workflow names it, owner/name@commit"),
    ):
        parser.add_argument(option, metavar=metavar, help=text)
    parser.add_argument(
        "--folder", type=folder, default=".", help="the root of a clone (the current folder)"
    )
    parser.add_argument("--print", action="store_true", help="print the files, write none")
