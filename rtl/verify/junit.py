# SPDX-License-Identifier: Apache-2.0
"""Results of checks as a JUnit XML file for build servers.

As a program: junit.py CASES.json FILE, with {"suite": name, "cases": [{name, seconds, failure}]}."""

import json
import sys
import xml.etree.ElementTree as xml


class Report:
    """Writes the cases of one suite; a case without a failure has passed."""

    def __init__(self, suite):
        self.suite = suite
        self.cases = []

    def add(self, name, seconds=0.0, failure=""):
        self.cases.append((name, seconds, failure))

    def write(self, path):
        if not path:
            return
        total = {"tests": str(len(self.cases)),
                 "failures": str(sum(1 for case in self.cases if case[2])),
                 "time": f"{sum(case[1] for case in self.cases):.3f}"}
        root = xml.Element("testsuites", total)
        suite = xml.SubElement(root, "testsuite", {"name": self.suite, **total})
        for name, seconds, failure in self.cases:
            case = xml.SubElement(suite, "testcase", {"classname": self.suite, "name": name,
                                                      "time": f"{seconds:.3f}"})
            if failure:
                xml.SubElement(case, "failure", {"message": failure.split("\n")[0]}).text = failure
        xml.indent(root)
        xml.ElementTree(root).write(path, encoding="UTF-8", xml_declaration=True)


def main():
    source, target = sys.argv[1:]
    with open(source, encoding="utf-8") as file:
        done = json.load(file)
    report = Report(done["suite"])
    for case in done["cases"]:
        report.add(**case)
    try:
        report.write(target)
    except OSError as error:
        sys.exit(f"cannot write {target}: {error.strerror}")


if __name__ == "__main__":
    main()
