"""YAML as people write it, turned into plain values and the line of each, or into mistakes.

Only what a configuration needs is read: one document of YAML 1.2, text keys, no tags, no merge
keys, bounded in size, depth and aliases. Nothing in a file can construct an object.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, ReusedAnchorWarning, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from inbox.errors import Mistake

LARGEST_FILE = 128 * 1024
"""Bytes."""

_MOST_VALUES = 20_000
_DEEPEST = 20

Value = None | bool | int | float | str | list["Value"] | dict[str, "Value"]
Path = tuple[str | int, ...]

_DIRECTIVE = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*%")
_TAG = "tag:yaml.org,2002:"


@dataclass(frozen=True, slots=True)
class Document:
    """What a file says: its top mapping, and the line (from 1) of every key and list item."""

    file: str
    top: dict[str, Value]
    lines: Mapping[Path, int]

    def line_of(self, path: Path) -> int:
        """The line of `path`, else of the nearest key above it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)

    def at(self, *path: str | int) -> Value:
        """The value there; None where the file does not go that far."""
        value: Value = self.top
        for step in path:
            match value, step:
                case dict(), str():
                    value = value.get(step)
                case list(), int() if step < len(value):
                    value = value[step]
                case _:
                    return None
        return value


def read_yaml(
    content: bytes, file: str, *, when_empty: str
) -> tuple[Document, tuple[Mistake, ...]]:
    """The document in `content`, with what could be read of it, and every mistake in its form.

    `when_empty` is the advice for a file that says nothing.
    """
    text, wrong = _decoded(content)
    reading = _Reading(file)
    if wrong:
        return reading.stopped(*wrong)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ReusedAnchorWarning)  # the later anchor counts
            node = YAML(typ="safe", pure=True).compose(text)
    except MarkedYAMLError as error:
        return reading.stopped(*_form(error))
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        return reading.stopped(line, "the file holds a control character", "remove it")
    except (RecursionError, YAMLError):
        return reading.stopped(1, "the file is nested too deeply or is no YAML", "write it simpler")
    if node is None or (isinstance(node, ScalarNode) and node.tag == f"{_TAG}null"):
        return reading.stopped(1, "the file is empty", when_empty)
    if not isinstance(node, MappingNode):
        return reading.stopped(
            _line(node), "the file holds no keys", "write lines such as `key: value`"
        )
    top = reading.value(node, (), ())
    return Document(file, top if isinstance(top, dict) else {}, reading.lines), reading.found


def _decoded(content: bytes) -> tuple[str, tuple[int, str, str] | None]:
    if len(content) > LARGEST_FILE:
        what = f"the file has {len(content)} bytes; at most {LARGEST_FILE} are read"
        return "", (1, what, "make it smaller")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return "", (line, "the file is no text in UTF-8", "save it as UTF-8")
    if _DIRECTIVE.match(text):
        return "", (1, "the file begins with a % directive", "remove it")
    return text, None


def _form(error: MarkedYAMLError) -> tuple[int, str, str]:
    mark = error.problem_mark or error.context_mark
    line = mark.line + 1 if mark else 1
    problem = " ".join(str(error.problem or "no YAML").split())
    if r"'\t'" in problem:
        return line, "a tab stands where only blanks may", "indent with blanks"
    if "another document" in problem:
        return line, "a second document begins here", "keep one, without ---"
    return line, f"this is no YAML: {problem}", "check quotes, colons and indentation"


def _line(node: Node) -> int:
    return int(node.start_mark.line) + 1


@dataclass(slots=True)
class _Reading:
    """One walk over a file's nodes; what cannot be read is noted, and None stands in its place."""

    file: str
    lines: dict[Path, int] = field(default_factory=dict)
    _found: list[Mistake] = field(default_factory=list)
    _values: int = 0

    @property
    def found(self) -> tuple[Mistake, ...]:
        return tuple(self._found)

    def stopped(self, line: int, what: str, advice: str) -> tuple[Document, tuple[Mistake, ...]]:
        """Nothing of the file could be read, for this one reason."""
        return Document(self.file, {}, {}), (Mistake(self.file, line, what, advice),)

    def value(self, node: Node, path: Path, above: tuple[Node, ...]) -> Value:
        """What `node` says; `above` are the nodes it is in, so that no alias runs in a circle."""
        self._values += 1
        if self._values > _MOST_VALUES:
            if self._values == _MOST_VALUES + 1:
                self._note(node, f"the file has over {_MOST_VALUES} values", "make it smaller")
            return None
        if len(above) > _DEEPEST or node in above:
            self._note(node, "values are nested too deeply here", "write it simpler")
            return None
        match node:
            case MappingNode():
                return self._mapping(node, path, (*above, node))
            case SequenceNode() if node.tag == f"{_TAG}seq":
                return [
                    self._item(item, (*path, at), (*above, node))
                    for at, item in enumerate(node.value)
                ]
            case ScalarNode():
                return self._scalar(node)
            case _:
                self._note(node, f"the tag {node.tag!r} means nothing here", "remove it")
                return None

    def _item(self, node: Node, path: Path, above: tuple[Node, ...]) -> Value:
        self.lines[path] = _line(node)
        return self.value(node, path, above)

    def _mapping(self, node: MappingNode, path: Path, above: tuple[Node, ...]) -> Value:
        if node.tag != f"{_TAG}map":
            self._note(node, f"the tag {node.tag!r} means nothing here", "remove it")
            return None
        values: dict[str, Value] = {}
        for key_node, value_node in node.value:
            if key_node.tag == f"{_TAG}merge":
                self._note(key_node, "<< is no part of YAML 1.2", "write the keys out")
                continue
            if not isinstance(key_node, ScalarNode) or key_node.tag != f"{_TAG}str":
                self._note(key_node, "a key is no text", "write a name, in quotes if need be")
                continue
            key = str(key_node.value)
            if key in values:
                first = self.lines[(*path, key)]
                self._note(
                    key_node, f"{key!r} was said before, on line {first}", "keep one of them"
                )
                continue
            self.lines[(*path, key)] = _line(key_node)
            values[key] = self.value(value_node, (*path, key), above)
        return values

    def _scalar(self, node: ScalarNode) -> Value:
        text = str(node.value)
        match str(node.tag).removeprefix(_TAG):
            case "str" | "timestamp":
                return text
            case "null":
                return None
            case "bool" if text.lower() in {"true", "false"}:
                return text.lower() == "true"
            case "int" | "float" as kind:
                return self._number(node, text.lower().replace("_", ""), kind)
            case _:
                self._note(node, f"the tag {node.tag!r} means nothing here", "remove it")
                return None

    def _number(self, node: ScalarNode, text: str, kind: str) -> Value:
        try:
            if kind == "int":
                return int(text, 0) if text.strip("+-")[:2] in {"0x", "0o"} else int(text)
            return float(text.replace(".inf", "inf").replace(".nan", "nan"))
        except ValueError:
            self._note(node, "this number cannot be read", "write it in plain digits")
            return None

    def _note(self, node: Node, what: str, advice: str) -> None:
        self._found.append(Mistake(self.file, _line(node), what, advice))
