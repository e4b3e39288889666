# SPDX-License-Identifier: Apache-2.0
"""What a report program says when it cannot do its work: one line, and exit code 2."""

import sys

from starnuma.files import BadInput


def guarded(program, work, output=None):
    """Calls work(); `output` names the file in a complaint about writing, and `program`, if it is
    not empty, who complains."""
    try:
        return work()
    except BadInput as error:
        problem = error
    except ImportError as error:
        problem = f"{error}; install python3-matplotlib, python3-jinja2 "\
                  "and python3-jsonschema"
    except OSError as error:
        problem = f"cannot write{f' {output}' if output else ''}: {error.strerror}"
    print(f"{program}: {problem}" if program else problem, file=sys.stderr)
    sys.exit(2)
