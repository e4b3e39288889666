# SPDX-License-Identifier: Apache-2.0
"""Accepted and rejected texts for the self-test of check_english.py."""

import yaml

import tree

NAME = "tests/checks/english_samples.py"
DATA = "tests/checks/english.yaml"
SUBJECTS = ("what was before the check", "cache, home_agent: fix a race", "cache: what came together builds")


def data(exception_of="models/old.h"):
    """Returns the rules with one exception, in the named file."""
    rules = yaml.safe_load((tree.ROOT / DATA).read_text(encoding="utf-8"))
    exception = {"file": exception_of, "phrase": "beside", "reason": "the text quotes the word"}
    rules["exceptions"] = [exception]
    return yaml.safe_dump(rules)


def accepted():
    return {
        DATA: data(),
        "models/old.h": "// The word beside is quoted.\n",
        "models/a.h": "// SPDX-License-Identifier: Apache-2.0\n// Reads lines.\n/// Number of reads.\n"
                      "int a;  // 'what'\nchar b = '\"';  // Quote.\n",
        "models/a.py": '"""Reads."""\nname = "what"\nother = "under_way"\n',
        "models/a.yaml": "# Reads.\na: '# what b'\n",
        "docs/a.md": "# Which ones?\n\nWhat is read? A line. `under way` is code.\n\n```\nunder way\n```\n",
        "docs/generated/a.md": "What is generated comes from checked text.\n",
        "rtl/a.cpp": 'const char* a = "of: cache\\nsize: 8 of 4 lines";\n',
    }


def rejected():
    """Returns [(file, text, line of the problem)]."""
    return [
        ("models/b.h", "int a;\n/// What an access costs.\nint b;\n", 2),
        ("models/b.h", "int a;  ///< So many reads.\n", 1),
        ("models/b.h", "// Returns x. Of that, y\n// remains.\n", 1),
        ("models/b.h", "int a;\n//\n// Reads lines that are under\n// way.\n", 3),
        ("models/b.h", '#include "a.h"\nconst char* a = "a line is given up";\n', 2),
        ("models/b.h", "/* Opens\n * the door. */\n", 2),
        ("models/b.h", "// There is no read.\n//\n// A line is\n// no victim.\n", 3),
        ("models/b.h", '// Reads "a".\nconst char* a = "what \\"b\\" costs here";\n', 2),
        ("models/b.sv", "module b;\n  assign a = 8'h1;  // Who asks.\n", 2),
        ("rtl/b.sv", "module b;  // Who asks.\n", 1),
        ("models/b.py", "a = 1\n# Reads. Nobody answers.\n", 2),
        ("models/b.py", '"""Reads.\n\nWhere it is."""\n', 3),
        ("models/b.py", 'a = f"whoever asks {1}"\n', 1),
        ("models/b.yaml", "a: 1  # beside b\n", 1),
        ("models/b.yaml", "b: 0\na: the one beside b\n", 2),
        ("models/CMakeLists.txt", "a()\n# What b is.\n", 2),
        ("docs/b.md", "# What follows\n", 1),
        ("docs/b.md", "Text.\n\n- One.\n- Whoever asks waits.\n", 4),
        ("docs/b.md", "| a | b |\n| a | what b is |\n", 2),
        ("docs/b.md", "`` `A `` is a macro.\n\nWhat follows uses `b`.\n", 3),
        ("docs/b.md", "```\ncode\n```\n\nA line is on\nits way.\n", 5),
    ]
