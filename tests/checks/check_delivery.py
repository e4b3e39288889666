#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Lines of `models` outside `models/kernel` that ask which delivery is active: at most the limit of a list. Lines
of its factories, the functions that choose the parts of a delivery, do not count.

A question is a pattern of the list, or a part of queued delivery that is compared with null or tested. A part is a
pointer or an optional whose type has a dispatcher of queued delivery, or whose comment says that it depends on the
delivery. The name of a part counts in its folder, that of a function everywhere. A function or a variable that only
repeats a question asks it again wherever it is used."""

import re
from pathlib import Path

import yaml

import cpp_sizes
import tree

QUESTIONS = "tests/checks/delivery_questions.yaml"
ROOM, MAY_ASK = "models", "models/kernel/"
CLASS = re.compile(r"\b(?:class|struct)\s+(\w+)(?:\s+final)?\s*(?::([^{;]*))?\{")
SHOWN = r"\w*(?:Queued|InTime|Fiber)\w*"
OF_QUEUED = re.compile(r"(?<![\w~])(\w+)\s*\([^;{)]*\bQueuedDispatcher\s*&")
BY_COMMENT = re.compile(r"(?i)\b(?:queued|immediate|timed) delivery|SystemC time")
NULLABLE = re.compile(r"(?:\b(?:unique_ptr|shared_ptr|optional)\s*<.*>|\*)\s*(?:const\s+)?(\w+)\s*(?:;|=|\{)")
CAPABILITY = re.compile(r"\bbool\s+(\w+)\(\)\s*const\s+override\s*\{\s*return\s+true;")


def queued_types(texts, further):
    """Returns the names of classes that exist in queued delivery only."""
    classes = {m[1]: m[2] or "" for text in texts.values() for m in CLASS.finditer(text)}
    found = {name for name in classes if re.fullmatch(SHOWN, name)} | set(further)
    for text in texts.values():
        found |= {m[1] for m in OF_QUEUED.finditer(text)} & set(classes)
    return found | {name for name, bases in classes.items() if set(re.findall(r"\w+", bases)) & found}


def parts(raw, text, types):
    """Yields (name, whether it is a function) of the pointers and optionals that only queued delivery sets."""
    of_type = rf"(?:\w+::)*(?:{'|'.join(sorted(types))})(?:<[\w:]+>)?"
    for m in re.finditer(rf"\b(?:unique_ptr|shared_ptr|optional)\s*<\s*(?:const\s+)?{of_type}\s*>[^;(){{}}=]*?\b(\w+)\s*"
                         rf"(\(\)|[;={{,)])|\b{of_type}\s*(?:const\s*)?\*\s*(?:const\s+)?(\w+)\s*(\(\))?", text):
        yield m[1] or m[3], "()" in (m[2], m[4])
    comment = ""
    for line in raw.splitlines():
        code, _, own = line.partition("//")
        comment = f"{comment} {own}" if not code.strip() and own.startswith("/") else comment
        found = NULLABLE.search(code)
        if found and "(" not in code[:found.start(1)] and BY_COMMENT.search(f"{comment} {own}"):
            yield found[1], False
        if code.strip():
            comment = ""


def tests_of(name, is_function=False):
    """Returns the expression that finds tests of a part."""
    owner = r"(?:\w+(?:\(\))?\s*(?:\.|->)\s*)*"
    part = rf"{owner}(?<!\w){name}" + (r"\(\)" if is_function else r"(?:\(\)|\[[^\]]*\])?")
    end = r"\s*(?:\)|&&|\|\||\?|;)"
    return re.compile("|".join((
        rf"{part}(?:\.get\(\))?\s*[!=]=\s*nullptr", rf"nullptr\s*[!=]=\s*{part}", rf"{part}\.has_value\(\)",
        rf"!\s*{part}(?!\s*(?:\.|->|\(|\w))", rf"\b(?:if|while)\s*\(\s*{part}\s*(?:\)|&&|\|\|)",
        rf"(?:&&|\|\|)\s*{part}{end}", rf"{part}\s*(?:\?|&&|\|\|)", rf"\bbool\s*[>({{]+\s*{part}\s*[)}}]",
        rf"\bbool\s+\w+\s*=\s*{part}\s*;", rf"\b(?:if|while)\s*\([^;{{}}()]*[^=!<>]=\s*{part}\s*\)")))


def aliases(text, question):
    """Yields (name, whether it is a function) of what only repeats a question."""
    ask = rf"(?:\w+(?:\(\))?(?:\.|->))*(?:{question})(?:\s*[!=]=\s*nullptr)?"
    for m in re.finditer(rf"\b(\w+)\(\)\s*(?:const\s*)?(?:override\s*)?\{{\s*return\s+!?{ask};\s*\}}", text):
        yield m[1], True
    for m in re.finditer(rf"\bbool\s+(\w+)\s*(?:=\s*|\{{|\()!?{ask}\s*[;)}}]|\b(\w+_)(?:\s*=\s*|\()!?{ask}\s*[;),]",
                         text):
        yield m[1] or m[2], False


def questions(texts, raws, listed):
    """Returns the sorted (path, line) of all questions."""
    types = queued_types(texts, listed["types"])
    here = {path: text for path, text in texts.items() if not path.startswith(MAY_ASK)}
    found = set()

    def folder_of(path):
        return [other for other in here if other.rpartition("/")[0] == path.rpartition("/")[0]]

    def ask(expression, paths, name=""):
        for path in (path for path in paths if name in here[path]):
            for m in expression.finditer(here[path]):
                first = m.start() + len(m[0]) - len(m[0].lstrip())
                found.add((path, here[path].count("\n", 0, first) + 1))

    for pattern in listed["patterns"]:
        ask(re.compile(pattern), here)
    own = {path: list(parts(raws[path], text, types)) for path, text in texts.items()}
    for path, text in texts.items():
        for name, is_function in own[path]:
            ask(tests_of(name, is_function), here if is_function else folder_of(path), name)
        for name in types:
            if re.search(rf"\b(?:class|struct)\s+{name}\b[^;{{]*\{{", text):
                for m in CAPABILITY.finditer(text):
                    ask(re.compile(rf"(?:\.|->){m[1]}\(\)"), here)
    for path in {path for path, _ in found}:
        asked = "|".join([*listed["patterns"], *(tests_of(*part).pattern for part in own[path])])
        for name, is_function in aliases(texts[path], asked):
            use = (rf"(?:\.|->|[!(&|?=]\s*|return\s+){name}\(\)" if is_function
                   else rf"(?<![\w.]){name}\b(?!\s*[=({{;])")
            ask(re.compile(use), folder_of(path), name)
    return sorted(found)


def lines_of(factory, raws):
    """Returns the (path, line) of a function; `factory` is its path and name."""
    path, name = factory.split(" ")
    return {(path, number) for of, first, lines in cpp_sizes.Scan(raws.get(path, "")).functions if of == name
            for number in range(first, first + lines)}


def problems(root):
    listed = yaml.safe_load((Path(root) / QUESTIONS).read_text(encoding="utf-8"))
    raws = {name: path.read_text(encoding="utf-8") for path, name in tree.files(root, *tree.CPP, under=(ROOM,))}
    texts = {name: cpp_sizes.code_of(raw) for name, raw in raws.items()}
    asked = questions(texts, raws, listed)
    for factory in listed["factories"]:
        chosen = lines_of(factory, raws)
        if not chosen.intersection(asked):
            yield f"{QUESTIONS}: {factory} asks nothing, remove it"
        asked = [line for line in asked if line not in chosen]
    if len(asked) > listed["limit"]:
        yield f"{QUESTIONS}: {len(asked)} lines ask for the delivery, the limit is {listed['limit']}"
        for path, number in asked:
            yield f"{path}:{number}: {raws[path].splitlines()[number - 1].strip()}"
    elif len(asked) < listed["limit"]:
        yield f"{QUESTIONS}: lower the limit from {listed['limit']} to {len(asked)}"


def listed_with(limit, factories=("models/home/factory.cpp Home::make",)):
    listed = yaml.safe_load((tree.ROOT / QUESTIONS).read_text(encoding="utf-8"))
    return yaml.safe_dump({**listed, "limit": limit, "factories": list(factories)})


ONE = "void f() {\n  if (execution_.overlaps()) g();\n}\n"
ACCEPTED = {
    QUESTIONS: listed_with(1),
    "models/os/one.cpp": ONE,
    "models/home/factory.cpp": "void Home::make() {\n  if (place.queued) g();\n}\n",
    "models/kernel/execution.h":
        "class Fiber {};\nclass QueuedDispatcher {};\nclass Execution {\n"
        "  bool overlaps() const { return dispatcher_ != nullptr; }\n  Fiber* caller() const;\n"
        "  QueuedDispatcher* dispatcher_ = nullptr;\n};\n",
    "models/home/ingress.h":
        "class Ingress { virtual bool holds() const { return false; } };\n"
        "class QueuedIngress : public Ingress {\n  bool holds() const override { return true; }\n"
        "  QueuedIngress* queues() override { return this; }\n};\n",
    "models/home/home.cpp":
        "// if (execution_.overlaps())\nclass Home {\n  std::unique_ptr<Ingress> ingress_;  ///< Never null.\n"
        "  int* memory_;\n  void f() {\n    ingress_->done();\n    if (memory_ != nullptr) g(*dispatcher.queued());\n"
        "    return std::make_unique<QueuedIngress>(dispatcher->queued()->now());\n  }\n};\n",
}


def part(declaration, test):
    return f"class A {{\n  {declaration}\n  void f() {{\n    {test}\n  }}\n}};\n"


INGRESS = "std::unique_ptr<home::QueuedIngress> ingress_;"
TABLE = "class EntryTable {\n  EntryTable(int, kernel::QueuedDispatcher& dispatcher);\n};\n"
ASKING = [part(INGRESS, test) for test in (
    "if (ingress_ != nullptr) g();", "if (nullptr == ingress_) g();", "if (!ingress_) g();", "if (x && ingress_) g();",
    "return ingress_ ? 1 : 0;", "while (this->ingress_) g();", "const bool has = static_cast<bool>(ingress_);",
    "if (ingress_.get() != nullptr) g();", "if (x ||\n        ingress_ ==\n            nullptr) g();")] + [
    part("std::optional<QueuedIngress> ingress_;", "if (ingress_.has_value()) g();"),
    part("std::array<std::unique_ptr<QueuedIngress>, 2> queued_;", "if (queued_[way] == nullptr) g();"),
    part("QueuedIngress* ingress;", "if (const auto* one = home.ingress) g();"),
    part("Part* tags_ = nullptr;  ///< Null in immediate delivery.", "if (tags_ == nullptr) g();"),
    part("/// Tags of queued delivery.\n  std::optional<Tags> tags_;", "tags_ ? g() : h();"),
    TABLE + part("EntryTable* table_;", "if (table_) g();"),
    TABLE + "class WideTable : public EntryTable {};\n" + part("WideTable* wide_;", "if (wide_) g();"),
    part("", "if (home.queues() == nullptr) g();"), part("", "if (ingress.holds()) g();"),
    part("", "if (execution_.caller() != nullptr) g();"), part("", "if (auto* own = dispatcher.queued()) g();"),
    part("", "if (dispatcher().queued() != nullptr) g();"), part("", "if (dispatcher_.in_time()) g();"),
    part("", "if (!place_.queued) g();"), part("", "if (config.delivery == Delivery::kQueued) g();"),
    part("", "if (link.is_queued()) g();"), part("", "if (dynamic_cast<const QueuedLink*>(&link)) g();")]
REJECTED = [("models/a/a.h", text) for text in ASKING] + [
    (QUESTIONS, listed_with(2)), (QUESTIONS, listed_with(1, ())),
    ("models/home/factory.cpp", "void Home::make() {\n  g();\n}\nvoid Home::f() {\n  if (place.queued) g();\n}\n"),
    (QUESTIONS, listed_with(1, ("models/home/factory.cpp Home::make", "models/os/one.cpp g")))]
# A question that is repeated by name: (text, lines).
REPEATED = [
    ("struct A {\n  bool waits_ = execution_.overlaps();\n  void f() {\n    if (waits_) g();\n  }\n};\n", 2),
    ("A::A() : waits_(execution_.overlaps()) {}\nvoid A::f() {\n  if (waits_) g();\n  if (!waits_) h();\n}\n", 3),
    ("void f() {\n  const bool waits = execution_.overlaps();\n  if (waits && x) g();\n}\n", 2),
    ("bool waits() const { return execution_.overlaps(); }\nvoid f() {\n  if (waits()) g();\n}\n", 2),
    ("bool is_held() const { return execution_.overlaps() && until > time; }\nvoid f() {\n  if (is_held()) g();\n}\n", 1),
]


def repeated_questions_count():
    listed = yaml.safe_load(listed_with(0))
    for text, lines in REPEATED:
        found = questions({"models/a/a.cpp": text}, {"models/a/a.cpp": text}, listed)
        if len(found) != lines:
            yield f"{len(found)} questions found, {lines} expected: {text}"


if __name__ == "__main__":
    tree.main(problems, ACCEPTED, REJECTED, [repeated_questions_count])
