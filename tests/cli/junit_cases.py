# SPDX-License-Identifier: Apache-2.0
"""Reads files of --junit."""

import xml.etree.ElementTree as xml


def cases(file):
    """Returns {name: failure or None} of a JUnit file."""
    suite = xml.parse(file).getroot().find("testsuite")
    return {case.get("name"): case.findtext("failure") for case in suite}
