# SPDX-License-Identifier: Apache-2.0
"""Lines of C++ classes and functions, by a scan of braces.

A class has the lines of its definition and those of its member functions defined elsewhere."""

import re
from collections import defaultdict

COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'',
                             re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
TEMPLATE = re.compile(r"\btemplate\s*<")
TYPE = re.compile(r"(?:^|\s)(?:class|struct|union)\s+(?:\[\[[^]]*\]\]\s*|alignas\([^)]*\)\s*)*([\w:]+)"
                  r"(?:<[^;{}]*>)?(?:\s+final)?\s*(?::[^:].*)?$", re.S)
FUNCTION = re.compile(r"((?:\w+\s*::\s*)*)(operator\s*\(\s*\)|operator\s*[^\s\w(]+|operator[\w\s:*&]+|~?\w+)\s*\(")
KEYWORDS = {"if", "for", "while", "switch", "catch", "return", "sizeof", "alignas", "decltype", "noexcept",
            "static_assert", "defined"}


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def code_of(text):
    """Returns the text with comments, literals and directives blanked."""
    text = COMMENT_OR_TEXT.sub(blank, text)
    return DIRECTIVE.sub(blank, text)


def without_template(head):
    """Removes leading template parameters."""
    while (found := TEMPLATE.search(head)) is not None:
        depth, at = 1, found.end()
        while at < len(head) and depth > 0:
            depth += {"<": 1, ">": -1}.get(head[at], 0)
            at += 1
        head = head[:found.start()] + " " + head[at:]
    return head


def without_arguments(head):
    """Removes template arguments, innermost first; operators with angle brackets get other names."""
    head = re.sub(r"operator\s*[<>=]+", "operator_compares", head).replace("->", "  ")
    while (shorter := re.sub(r"<[^<>;]*>", " ", head)) != head:
        head = shorter
    return head


def function_name(head):
    """Returns (scopes, name) of the function whose body follows `head`, or None."""
    head = without_arguments(without_template(head)).strip()
    head = re.sub(r"\[\[[^]]*\]\]|\b(?:alignas|decltype|noexcept|__attribute__)\s*\((?:[^()]|\([^()]*\))*\)", " ",
                  head)
    found = FUNCTION.search(head)
    if found is None or found[2] in KEYWORDS or "=" in head[:found.start()]:
        return None
    scopes = [part.strip() for part in found[1].split("::")]
    return [part for part in scopes if part], re.sub(r"\s+", "", found[2])


class Scan:
    """Sizes in one file: `classes` and `functions` hold (name, first line, lines)."""

    def __init__(self, text):
        self.code = code_of(text)
        self.classes, self.functions = [], []
        self._scan()

    def _line(self, at):
        return self.code.count("\n", 0, at) + 1

    def _scan(self):
        stack = []  # (kind, name, offset of the head, head, open parentheses)
        head, start, parentheses = [], 0, 0

        for at, char in enumerate(self.code):
            if char == "{":
                kind, name = self._opened(stack, "".join(head), parentheses)
                stack.append((kind, name, start, head, parentheses))
                head, start, parentheses = [], at + 1, 0
            elif char == "}" and stack:
                kind, name, begin, outer, parentheses = stack.pop()
                self._closed(kind, name, begin, at)
                # A value in braces is a part of its declaration; any other body ends it.
                head, start = ([*outer, "}"], begin) if kind == "value" else ([], at + 1)
            elif char == ";" and parentheses == 0:
                head, start = [], at + 1
            elif char == ":" and re.fullmatch(r"\s*(?:public|private|protected)\s*", "".join(head[-20:])):
                head, start = [], at + 1
            else:
                parentheses += {"(": 1, ")": -1}.get(char, 0)
                head.append(char)

    @staticmethod
    def _opened(stack, head, parentheses):
        """Returns (kind, name) of the braces that follow `head`."""
        inside = stack[-1][0] if stack else "space"
        if inside in ("function", "block"):
            return "block", None
        if parentheses > 0 or inside == "value":
            return "value", None
        text = without_template(head)
        if re.search(r"\bnamespace\b|\bextern\s*$", text):
            return "space", None
        if re.search(r"\benum\b", text):
            return "value", None
        outer = [name for kind, name, *_ in stack if kind == "class"][-1:]
        if (found := TYPE.search(text)) and "(" not in text[:found.start(1)]:
            return "class", "::".join([*outer, found[1]])
        function = function_name(head)
        if function is None or re.search(r"[:,]\s*[\w:]+\s*$", without_arguments(head)):
            return "value", None  # value of a variable or of a member initializer
        return "function", "::".join([*outer, *function[0], function[1]])

    def _closed(self, kind, name, start, at):
        if kind not in ("class", "function"):
            return
        first = start + len(self.code[start:]) - len(self.code[start:].lstrip())
        lines = self._line(at) - self._line(first) + 1
        (self.classes if kind == "class" else self.functions).append((name, self._line(first), lines))


def sizes(texts):
    """Returns the lines of classes and of functions by (path, name); `texts` holds contents by path.

    A class and its member functions are in one folder. The longest of several functions of a name counts."""
    classes, functions = defaultdict(int), defaultdict(int)
    header_of, bodies = {}, []
    for path, text in texts.items():
        folder = path.rsplit("/", 1)[0]
        scan = Scan(text)
        for name, _, lines in scan.classes:
            classes[path, name] += lines
            header_of.setdefault((folder, name), path)
        spans = [(first, first + lines) for _, first, lines in scan.classes]
        for name, first, lines in scan.functions:
            functions[path, name] = max(functions[path, name], lines)
            if "::" in name and not any(low <= first < high for low, high in spans):
                bodies.append((folder, name.rsplit("::", 1)[0], lines))
    for folder, name, lines in bodies:
        if (folder, name) in header_of:
            classes[header_of[folder, name], name] += lines
    return classes, functions
