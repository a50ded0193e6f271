"""The arguments of `gh` read as `gh` reads them: which command, which flags, whose values where.

`gh` finds its command with spf13/cobra and its flags with spf13/pflag; the rules here are theirs
(https://pkg.go.dev/github.com/spf13/pflag#hdr-Command_line_flag_syntax).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inbox.gh.flags import COMMANDS, GROUP, GROUPS, OTHER_NAMES, ROOT, Flags

Token = tuple[int, str]
"""An argument and where it stands on the command line."""


@dataclass(frozen=True, slots=True)
class Given:
    """A flag with the value that `gh` takes for it.

    The value ends the argument `at`; `lead` is what stands before it there (`--body=`, `-db`).
    """

    name: str
    value: str
    at: int
    lead: str


@dataclass(frozen=True, slots=True)
class Call:
    """A command that may set a body: its two words, its flags in order, and what it is about."""

    group: str
    verb: str
    given: tuple[Given, ...]
    targets: tuple[str, ...]

    @property
    def command(self) -> str:
        """The command as people write it."""
        return f"{self.group} {self.verb}"

    def last(self, name: str) -> Given | None:
        """The flag that counts of all of that name: the last one."""
        return next((one for one in reversed(self.given) if one.name == name), None)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another command, or none; `words` are the first two of it, as far as there are words."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rejected:
    """`gh` cannot read these arguments either: it says so and does nothing."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody here knows whether `flag` of this command takes a value; `gh` does."""

    group: str
    verb: str
    flag: str


@dataclass(frozen=True, slots=True)
class Unsure:
    """Versions of `gh` read these arguments differently."""


Reading = Call | Elsewhere | Rejected | Unknown | Unsure


def read(arguments: Sequence[str], learned: Mapping[str, bool] | None = None) -> Reading:
    """What `gh` would understand by `arguments`, its own name left out.

    `learned` says of flags that were Unknown before whether they take a value.
    """
    tokens = list(enumerate(arguments))
    words = _words(tokens, ROOT)
    if not words or words[0] not in GROUPS:
        return Elsewhere(tuple(words[:2]))
    group = words[0]
    rest = _without(tokens, group, ROOT)
    words = _words(rest, GROUP) if rest is not None else []
    if rest is None:
        return Unsure()
    verb = OTHER_NAMES.get(words[0], words[0]) if words else ""
    if (group, verb) not in COMMANDS:
        return Elsewhere((group, *words[:1]))
    rest = _without(rest, words[0], GROUP)
    if rest is None:
        return Unsure()
    return _parse(rest, group, verb, COMMANDS[group, verb].learned(learned or {}))


def _skips_next(argument: str, flags: Flags) -> bool:
    """True when cobra takes the next argument for this one's value while it looks for words."""
    if "=" in argument or argument == "--":
        return False
    if argument.startswith("--"):
        return flags.takes_value.get(argument[2:], True)
    if len(argument) == 2 and argument.startswith("-"):
        return flags.takes_value.get(flags.short.get(argument[1], ""), True)
    return False


def _words(tokens: list[Token], flags: Flags) -> list[str]:
    """What cobra takes for words of a command: neither flags nor their values."""
    words = []
    rest = iter(tokens)
    for _, argument in rest:
        if argument == "--":
            break
        if _skips_next(argument, flags):
            next(rest, None)
        elif argument and not argument.startswith("-"):
            words.append(argument)
    return words


def _without(tokens: list[Token], word: str, flags: Flags) -> list[Token] | None:
    """The arguments that are left when `word` is found; None where versions of cobra differ.

    Newer ones take away the word, older ones the first argument that reads like it.
    """
    newer = _index(tokens, word, flags)
    older = next(place for place, (_, argument) in enumerate(tokens) if argument == word)
    left = tokens[:newer] + tokens[newer + 1 :]
    if [text for _, text in left] != [text for _, text in tokens[:older] + tokens[older + 1 :]]:
        return None
    return left


def _index(tokens: list[Token], word: str, flags: Flags) -> int:
    skipped = False
    for place, (_, argument) in enumerate(tokens):
        if skipped:
            skipped = False
        elif _skips_next(argument, flags):
            skipped = True
        elif argument == word:
            return place
    raise AssertionError("the word was found before")


def _parse(tokens: list[Token], group: str, verb: str, flags: Flags) -> Reading:
    given: list[Given] = []
    targets: list[str] = []
    rest = iter(tokens)
    for at, argument in rest:
        if argument == "--":
            targets += [text for _, text in rest]
        elif argument == "-" or not argument.startswith("-"):
            targets.append(argument)
        else:
            one = _long if argument.startswith("--") else _cluster
            found = one(at, argument, flags)
            match found:
                case str() as flag:
                    return Unknown(group, verb, flag)
                case None:
                    return Rejected()
                case [*before, Given(value="") as last] if last.lead == "":
                    following = next(rest, None)
                    if following is None:
                        return Rejected()
                    given += [*before, Given(last.name, following[1], following[0], "")]
                case _:
                    given += found
    return Call(group, verb, tuple(given), tuple(targets))


def _long(at: int, argument: str, flags: Flags) -> list[Given] | str | None:
    """`--name`, `--name=value`; a value that is still to come is empty, and so is its lead."""
    name, equals, value = argument[2:].partition("=")
    if not name or name.startswith("-"):
        return None
    if name not in flags.takes_value:
        return f"--{name}"
    if equals:
        return [Given(name, value, at, f"--{name}=")]
    if flags.takes_value[name]:
        return [Given(name, "", at, "")]
    return [Given(name, "true", at, argument)]


def _cluster(at: int, argument: str, flags: Flags) -> list[Given] | str | None:
    """`-d`, `-dw`, `-bvalue`, `-db=value`; the first letter that takes a value takes the rest."""
    found: list[Given] = []
    for place, letter in enumerate(argument[1:], 1):
        name = flags.short.get(letter)
        if name is None:
            return f"-{letter}"
        rest = argument[place + 1 :]
        if len(rest) > 1 and rest.startswith("="):
            return [*found, Given(name, rest[1:], at, argument[: place + 2])]
        if not flags.takes_value[name]:
            found.append(Given(name, "true", at, argument))
        else:
            return [*found, Given(name, rest, at, argument[: place + 1] if rest else "")]
    return found


def with_value(arguments: Sequence[str], given: Given, value: str) -> list[str]:
    """`arguments` with another value for that one flag, every other argument as it is."""
    changed = list(arguments)
    changed[given.at] = given.lead + value
    return changed
