# SPDX-License-Identifier: Apache-2.0
"""Extracts comments, strings and paragraphs from source files, with their line numbers."""

import io
import re
import tokenize
from typing import NamedTuple

C_LIKE = (".h", ".hh", ".c", ".cc", ".cpp", ".sv", ".svh")
HASH = (".yaml", ".yml", ".cmake", "CMakeLists.txt", ".sh", ".core", "starnuma")
SUFFIXES = (*C_LIKE, *HASH, ".py", ".md")

C_TOKEN = re.compile(r"""(?P<line>//[^\n]*)|(?P<block>/\*.*?\*/)|(?P<skip>^[ \t]*\#[ \t]*include[^\n]*)
    |R"(?P<mark>[^(\s]*)\((?P<raw>.*?)\)(?P=mark)"|(?<!\w)'(?:\\.|[^'\\\n])'|"(?P<string>(?:\\.|[^"\\\n])*)\"""",
                     re.VERBOSE | re.DOTALL | re.MULTILINE)
LICENCE = re.compile(r"SPDX-License|Copyright|Redistribution|Licensed under|clang-format o|NOLINT")
SENTENCE = re.compile(r"\A\s*|\n[ \t]*\n\s*|\n[ \t]*(?:[-*]|\d+\.)\s+|(?<=[.!?])[)\"'`*]*\s+(?=[A-Z])")
YAML_VALUE = re.compile(r"^\s*(?:- )?(?:[\w.\"'-]+:\s+)?[\"'|>]?(.*)$")


class Passage(NamedTuple):
    """Text of one comment, string or paragraph; its lines are those of the file from `line` on."""
    kind: str
    line: int
    text: str

    def line_of(self, offset):
        return self.line + self.text.count("\n", 0, offset)

    def sentences(self):
        """Yields (offset, text) of each sentence, list items included."""
        starts = [match.end() for match in SENTENCE.finditer(self.text)]
        for start, end in zip(starts, [*starts[1:], len(self.text)]):
            if self.text[start:end].strip():
                yield start, re.sub(r"^[-*]\s+", "", self.text[start:end]).strip()


def joined(comments):
    """Joins (line, column, whole_line, text) of `//` and `#` comments that continue each other."""
    blocks = []
    for line, column, whole, text in comments:
        if blocks and whole and blocks[-1][1:3] == [line, column]:
            blocks[-1][1] += 1
            blocks[-1][3].append(text)
        else:
            blocks.append([line, line + 1, column, [text]])
    for first, _, _, texts in blocks:
        text = "\n".join(texts)
        if LICENCE.search(texts[0]):  # only the first line, because a description may follow
            text = "\n".join(["", *texts[1:]])
        yield Passage("comment", first, text)


def c_like(source):
    lines, comments = source.split("\n"), []
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    number = 0
    for match in C_TOKEN.finditer(source):
        while starts[number + 1] <= match.start():
            number += 1
        column = match.start() - starts[number]
        if match["line"] is not None:
            whole = not lines[number][:column].strip()
            comments.append((number + 1, column, whole, match["line"].lstrip("/!<")))
        elif match["block"] is not None:
            text = re.sub(r"(?m)^[ \t]*\*(?!/)", "", match["block"][2:-2].lstrip("*!<"))
            if not LICENCE.search(text):
                yield Passage("comment", number + 1, text)
        elif match["raw"] is not None or match["string"] is not None:
            yield Passage("string", number + 1, match["raw"] or (match["string"] or "").replace("\\n", " "))
    yield from joined(comments)


def python(source):
    comments = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            whole = not token.line[:token.start[1]].strip()
            comments.append((*token.start, whole, token.string.lstrip("#!")))
        elif token.type == tokenize.STRING or tokenize.tok_name[token.type] == "FSTRING_MIDDLE":
            text = re.sub(r"^\w{0,2}(\"\"\"|'''|\"|')(.*)\1$", r"\2", token.string, flags=re.DOTALL)
            documents = token.string.endswith('"""') and not token.line[:token.start[1]].strip()
            yield Passage("comment" if documents else "string", token.start[0], text)
    yield from joined(comments)


def hashed(source, values):
    comments = []
    for number, line in enumerate(source.split("\n"), start=1):
        text = re.sub(r"\"[^\"#]*\"|'[^'#]*'", lambda quoted: "q" * len(quoted[0]), line)
        comment = re.search(r"(?:^|(?<=\s))#(?!!).*", text)
        if comment:
            column = comment.start()
            comments.append((number, column, not text[:column].strip(), line[column:].lstrip("#")))
            line = line[:column]
        value = YAML_VALUE.match(line)[1] if values else ""
        if len(value.split()) > 2:
            yield Passage("string", number, value)
    yield from joined(comments)


def markdown(source):
    """Yields paragraphs, headings and table rows; code is replaced, so that line numbers remain."""
    source = re.sub(r"(?ms)^[ \t]*(```|~~~).*?^[ \t]*\1[^\n]*$|<!--.*?-->",
                    lambda code: "\n" * code[0].count("\n"), source)
    source = re.sub(r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)\1(?!`)",
                    lambda code: "`code`" + "\n" * code[0].count("\n"), source, flags=re.DOTALL)
    source = re.sub(r"\]\([^)\s]*\)", "]", source)
    for match in re.finditer(r"(?:^[^\n]*\S[^\n]*\n?)+", source, re.MULTILINE):
        first = source.count("\n", 0, match.start()) + 1
        if match[0].lstrip().startswith(("|", "#")):
            for number, line in enumerate(match[0].split("\n"), start=first):
                for cell in line.lstrip("#| ").split("|"):
                    yield Passage("page", number, cell)
        else:
            yield Passage("page", first, match[0])


def passages(path):
    """Returns all passages of one file, in no particular order."""
    source = path.read_text(encoding="utf-8")
    if path.name.endswith(C_LIKE):
        return c_like(source)
    if path.name.endswith(".py"):
        return python(source)
    if path.name.endswith(".md"):
        return markdown(source)
    return hashed(source, path.name.endswith((".yaml", ".yml")))
