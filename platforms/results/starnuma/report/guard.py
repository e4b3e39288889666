# SPDX-License-Identifier: Apache-2.0
"""Error handling of report programs: one line on standard error, and exit code 2."""

import sys

from starnuma.files import BadInput


def guarded(program, work, output=None):
    """Calls work() and reports its errors. `output` names the file in a message about writing; a non-empty
    `program` starts the message."""
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
