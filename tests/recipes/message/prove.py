# SPDX-License-Identifier: Apache-2.0
"""Every interleaving of the changed functions passes, and some include the message.

The whole program includes the messages, so only the explorer is compiled, as one source.
"""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TREE = Path(os.environ["STARNUMA_HOME"])
SOURCES = ("conformance", "explorer", "faults", "line_bytes", "mutants", "mutants_device", "mutants_socket",
           "progress", "proof", "row_report", "state_graph")
MAIN = """
#include <iostream>
#include "models/protocol/names.h"
int main() {
  using namespace starnuma;
  using protocol::coherence::Op;
  protocol::coherence::HomeEntry entry;
  protocol::Message late;
  late.coherence = Op::kPutM;
  for (const auto& send : protocol::coherence::step(entry, late)) {
    std::cout << protocol::name_of(send.message) << "\\n";
  }
  for (const auto& proof : coherence_bench::row_proofs()) {
    const auto explored = coherence_bench::run(proof);
    std::cout << explored.failure;
    for (const auto& step : explored.trace) std::cout << "\\n  " << step;
  }
}
"""


def explored(tree, work):
    """Returns the output of a tree's explorer."""
    main = work / "main.cpp"
    includes = "".join(f'#include "testbenches/coherence/{name}.cpp"\n' for name in SOURCES)
    main.write_text(includes + MAIN.replace("\\\\n", "\\n"), encoding="utf-8")
    subprocess.run(["c++", "-std=c++17", "-O1", "-I", tree, main, "-o", work / "main",
                    *(tree / f"models/base/{name}.cpp" for name in ("quantities", "nearest"))],
                   check=True)
    return subprocess.run([work / "main"], capture_output=True, text=True, check=True).stdout


class Message(unittest.TestCase):
    def test_the_home_sends_it_and_every_interleaving_holds(self):
        with tempfile.TemporaryDirectory() as work:
            self.assertEqual(explored(TREE, Path(work)), "PutStale\n")


if __name__ == "__main__":
    unittest.main()
