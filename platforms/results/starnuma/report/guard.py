# SPDX-License-Identifier: Apache-2.0
"""Error handling of report programs: one line on standard error; exit code 2 for bad input, or 1 for a
file that could not be written or a program that could not be run."""

import errno
import os
import re
import shutil
import sys
import traceback
from pathlib import Path

from starnuma.files import BadInput, printable

NO_PLACE = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR)  # a path that the user named wrongly
# Errors of code that reads a folder in which a statistic, a column or a setting is missing or odd.
DAMAGED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def reason_of(error):
    """Returns the system's reason of an OSError; of several failed copies, that of the first."""
    if isinstance(error, shutil.Error):
        return re.sub(r"\[Errno \d+\] ", "", str(error.args[0][0][2])).split(": ")[0]
    return error.strerror or error


def guarded(program, work, output=None, results=()):
    """Calls work() and reports its errors. `output` names the file in a message about writing; a non-empty
    `program` starts the message.

    results: folders of the user that work() reads. Only with such folders, an error of the kinds DAMAGED
    is bad input; without them it is a defect of this package and is not caught."""
    code = 2
    try:
        return work()
    except BadInput as error:
        problem, code = error, error.code
    except ImportError as error:
        problem = f"{error}; install python3-matplotlib, python3-jinja2 "\
                  "and python3-jsonschema"
    except BrokenPipeError:  # `| head` has read enough; a flush at the end must not fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        problem = f"cannot write{f' {output}' if output else ''}: {reason_of(error)}"
        code = 2 if error.errno in NO_PLACE else 1
    except DAMAGED as error:
        if not results:
            raise
        place = traceback.extract_tb(error.__traceback__)[-1]
        problem = (f"{', '.join(map(str, results))}: damaged or incomplete results: {type(error).__name__} "
                   f"{' '.join(str(error).split())} at {Path(place.filename).name}:{place.lineno}")
    for line in str(problem).split("\n"):
        print(printable(f"{program}: {line}" if program else line), file=sys.stderr)
    sys.exit(code)
