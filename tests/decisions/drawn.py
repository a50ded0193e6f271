"""Texts and answers that hypothesis draws: sections by their grammar, and lines at odds with it."""

from __future__ import annotations

from hypothesis import strategies as st

from inbox.decisions.applying import Answer
from inbox.decisions.block import Block, QuestionKind
from tests.decisions.texts import MARKER, OURS

ENDINGS = ("\n", "\r\n", "\r")
_WORDS = st.sampled_from(
    [
        *("q", "Where should it live?", "Which (v2) one?", "use `x` or [y]", "決める", "@team #1"),
        *("<b>bold</b>", "a\u202eb", "é\u200b", "A, B or C?", "- [ ] z", "# no", "1. no"),
    ]
)
ODD_LINES = st.sampled_from(
    [
        *(MARKER, OURS, f"> {MARKER}", "", "  ", "words", "  words", "\ufeff", "\u2028", "\0"),
        *("```", "````", "~~~", "- ```", "> ```", "`", "```a`", "<!--", "-->", "<!-- x -->"),
        *("# T", "## Choose", "### Bad", "#### x", "###a: q", "###", "T", "===", "---", "* * *"),
        *("### a: q", "### b: r (text)", "### c: s (optional) (pick any)", "### a: (text)"),
        *("- [ ] x", "- [x] y", "* [X] z", "  - [ ] sub", "- [ ]", "+ [ ] x", "1. [ ] x", "- []"),
        *("- words", "> quote", ">", "> **Answer:** so", "> **Note:** n", "> **Answer:**"),
        *("<details>", "</details>", "<div>", "<pre>", "</pre>", "<blockquote>", "</blockquote>"),
        *("which one?", "A, B or C?", "- [ ] fine?", "None.", "[a]: b", "| a | b |", "    code"),
    ]
)


@st.composite
def odd_texts(draw: st.DrawFn) -> str:
    """Any lines in any order, with any line endings."""
    lines = draw(st.lists(ODD_LINES | st.text(max_size=12), max_size=14))
    ended = "".join(line + draw(st.sampled_from(ENDINGS)) for line in lines)
    return ended if draw(st.booleans()) else ended.removesuffix("\n")


ANY_TEXT = st.text(max_size=200) | odd_texts()


@st.composite
def questions(draw: st.DrawFn, name: str) -> list[str]:
    """The lines of a question without problems, perhaps answered."""
    kind = draw(st.sampled_from(["", " (pick any)", " (text)"]))
    flags = [kind, draw(st.sampled_from(["", " (optional)"]))]
    heading = f"### {name}: {draw(_WORDS)}{''.join(draw(st.permutations(flags)))}"
    lines = [
        heading,
        *draw(st.sampled_from([[], [""], ["", "Explained.", ""], ["Lazy.", ""], ["> q", ""]])),
    ]
    if kind != " (text)":
        labels = draw(st.lists(_WORDS, min_size=2, max_size=4, unique=True))
        ticked = draw(st.sampled_from([-1, *range(len(labels))]))
        for number, label in enumerate(labels):
            bullet = draw(st.sampled_from(["- ", "* ", "*   ", " -  "]))
            lines.append(f"{bullet}[{'x' if number == ticked else ' '}] {label}")
            lines += draw(st.sampled_from([[], [], [""], ["      more"]]))
    said = ["> **Answer:** before", "> **Note:** before", "> **Note:**", "> foreign"]
    lines += draw(st.lists(st.sampled_from(said), max_size=3))
    return [*lines, *draw(st.sampled_from([[], [""], ["", "Below."]])), ""]


@st.composite
def sections(draw: st.DrawFn) -> str:
    """A whole text with a section without problems, with any line endings."""
    names = draw(st.lists(st.sampled_from(["a", "b", "constructor", "1", "x-y_z"]), unique=True))
    asked = [line for name in names or ["a"] for line in draw(questions(name))]
    before = draw(st.sampled_from([[], ["\ufeffIntro.", ""], ["<details>", ""]]))
    after = draw(st.sampled_from([[], ["# More", "- [ ] x", "```"], ["", "</details>", "tail"]]))
    ending = st.just(draw(st.sampled_from(ENDINGS)))
    if draw(st.booleans()):
        ending = st.sampled_from(ENDINGS[:2])
    lines = [*before, draw(st.sampled_from([MARKER, OURS])), *asked, *after]
    text = "".join(line + draw(ending) for line in lines)
    return text.rstrip("\r\n") if draw(st.booleans()) else text


ANSWERS_IN_WORDS = (
    st.text(max_size=20)
    | ODD_LINES
    | st.sampled_from(
        ["", " ", "one\ntwo", "a\rb", "a\u2028b", "\u2029", "@team #1", "\x85x\ufeff"]
    )
)


@st.composite
def answers(draw: st.DrawFn, block: Block) -> dict[str, Answer]:
    """Answers that fit some of the questions."""
    given = {}
    for question in block.questions:
        if draw(st.integers(0, 3)) == 0:
            continue
        choices: tuple[str, ...] | None = None
        words = None
        if question.kind is QuestionKind.TEXT:
            words = draw(st.none() | ANSWERS_IN_WORDS)
        else:
            most = 1 if question.kind is QuestionKind.SINGLE else None
            labels = st.sampled_from([option.label for option in question.options])
            choices = draw(st.none() | st.lists(labels, unique=True, max_size=most).map(tuple))
        given[question.id] = Answer(choices, words, draw(st.none() | ANSWERS_IN_WORDS))
    return given
