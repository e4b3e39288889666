#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Comments, strings, pages and commit subjects use the plain English of the field.

english.yaml lists the phrases and the exceptions.
`--list FOLDER...` shows the phrases of any folder, `--counts [FOLDER...]` compares with gem5."""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import yaml

import english_samples as samples
import prose
import tree

DATA = samples.DATA
GENERATED = ("docs/generated/",)
LONG = 4  # words of a string whose first words are checked
SUBJECT = re.compile(r"^[\w.+-]+(?:[ /][\w.+-]+)*(?:, [\w.+-]+(?:[ /][\w.+-]+)*)*: (\w+) ")


class Rules:
    def __init__(self, root):
        data = yaml.safe_load((root / DATA).read_text(encoding="utf-8"))
        self.exceptions = data["exceptions"]
        self.verbs, self.gem5 = set(data["verbs"].split()), data["gem5"]
        self.opening = re.compile(rf"(?i)(?:{data['openings'].replace(' ', '')})\b")
        self.phrases = list(data["phrases"].items())
        self.phrase = re.compile("(?i)" + "|".join(rf"\b({phrase})\b" for phrase in data["phrases"]))

    def found(self, passage):
        """Yields (line, text, advice) of each phrase and each opening of a passage that is not allowed."""
        for match in self.phrase.finditer(passage.text):
            advice = self.phrases[match.lastindex - 1][1]
            yield passage.line_of(match.start()), " ".join(match[0].split()), f"write: {advice}"
        if passage.kind == "string" and (passage.text[:1] == " " or len(passage.text.split()) < LONG):
            return  # a name, or a part of a sentence
        for offset, sentence in passage.sentences():
            match = self.opening.match(sentence)
            is_key = match and sentence[match.end():].startswith(":")  # a YAML key
            if match and not is_key and not sentence.endswith("?"):
                yield passage.line_of(offset), " ".join(match[0].split()), "start with a subject or a verb"


def texts(root, under=("",)):
    for path, name in tree.files(root, *prose.SUFFIXES, under=under):
        if not name.startswith(GENERATED) and name not in (DATA, samples.NAME):
            yield name, path


def subjects(root, rules):
    """Yields problems of commit subjects since the commit that adds this check; none without a repository."""
    def git(*words):
        result = subprocess.run(["git", "-C", str(root), *words], text=True, capture_output=True)
        return result.stdout.split("\n") if result.returncode == 0 else []
    added = next(iter(git("log", "--diff-filter=A", "--format=%H", "--", DATA)), "")
    if not (root / ".git").exists() or not added:
        return
    for line in git("log", "--no-merges", "--ancestry-path", "--format=%h %s", f"{added}..HEAD"):
        commit, _, subject = line.partition(" ")
        match = SUBJECT.match(subject)
        if commit and (not match or match[1] not in rules.verbs):
            yield commit, subject


def problems(root):
    rules = Rules(root)
    for entry in rules.exceptions:
        if set(entry) != {"file", "phrase", "reason"}:
            yield f"{DATA}: the exception {entry} must have exactly file, phrase and reason"
    exceptions = {(entry.get("file"), entry.get("phrase")): False for entry in rules.exceptions}
    for name, path in texts(root):
        for passage in prose.passages(path):
            for line, text, advice in rules.found(passage):
                if (name, text) in exceptions:
                    exceptions[name, text] = True
                else:
                    yield f"{name}:{line}: '{text}': {advice}"
    for (name, text), used in exceptions.items():
        if not used:
            yield f"{DATA}: the exception '{text}' of {name} is not needed; remove it"
    for commit, subject in subjects(root, rules):
        yield (f"commit {commit}: '{subject}': expected `component: verb ...` with an imperative of the "
               f"verbs in {DATA}")


def listed(root, under):
    """Prints each phrase in some folders."""
    rules = Rules(root)
    for name, path in texts(root, under):
        for passage in prose.passages(path):
            for line, text, advice in rules.found(passage):
                print(f"{name}:{line}: '{text}': {advice}")


def counted(folders):
    """Prints counts per 10,000 words of comments in C++ and SystemVerilog next to gem5's."""
    gem5, words, counts = Rules(tree.ROOT).gem5, 0, Counter()
    for path in (path for folder in folders for path, _ in tree.files(Path(folder), *prose.C_LIKE)):
        for passage in prose.passages(path):
            if passage.kind == "comment":
                words += len(re.findall(r"[A-Za-z][A-Za-z'-]*", passage.text))
                for row, rule in gem5["rows"].items():
                    if "pattern" in rule:
                        counts[row] += len(re.findall("(?i)" + rule["pattern"], passage.text))
                    else:
                        counts[row] += sum(bool(re.match("(?i)" + rule["opening"], sentence))
                                           for _, sentence in passage.sentences())
    print(f"per 10,000 words of comments ({words} words); gem5: {gem5['source']}")
    print(f"{'':16}{'here':>8}{'gem5':>8}")
    for row, rule in gem5["rows"].items():
        print(f"{row:16}{counts[row] * 1e4 / max(words, 1):8.1f}{rule['gem5']:8.1f}")


def unlocated():
    """Yields samples whose problem is not reported with its file and line."""
    for name, text, line in samples.rejected():
        with tempfile.TemporaryDirectory() as folder:
            tree.plant(Path(folder), {**samples.accepted(), name: text})
            if not any(problem.startswith(f"{name}:{line}:") for problem in problems(Path(folder))):
                yield f"not reported in line {line}: {name}: {text.strip()}"


def unnoticed_subjects():
    """Yields a failure unless exactly the wrong one of the subjects since the check is reported."""
    with tempfile.TemporaryDirectory() as folder:
        tree.plant(Path(folder), samples.accepted())
        identity = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        for words in (("init", "-q"), ("add", "."), *(
                ("commit", "-q", "--allow-empty", "-m", subject) for subject in samples.SUBJECTS)):
            subprocess.run(["git", "-C", folder, *identity, *words], check=True, capture_output=True)
        found = list(problems(Path(folder)))
        if len(found) != 1 or samples.SUBJECTS[-1] not in found[0]:
            yield f"expected the last of {samples.SUBJECTS}, reported: {found}"


if __name__ == "__main__":
    mode, folders = sys.argv[1:2], sys.argv[2:] or [str(tree.ROOT)]
    if mode == ["--counts"]:
        counted(folders)
    elif mode == ["--list"]:
        listed(tree.ROOT, [Path(folder).resolve().relative_to(tree.ROOT) for folder in folders])
    else:
        tree.main(problems, samples.accepted(), [
            (DATA, samples.data("models/unused.h")), *((name, text) for name, text, _ in samples.rejected())],
                  further=(unlocated, unnoticed_subjects))
