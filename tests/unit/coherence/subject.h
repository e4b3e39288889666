// SPDX-License-Identifier: Apache-2.0
// The unchanged protocol as the subject of a system's parts.
#pragma once

namespace starnuma::coherence_bench {

struct TestSubject {
  Subject subject() { return {&coverage, &tables}; }

  Coverage coverage;
  Tables tables{RowSet{}};
};

}  // namespace starnuma::coherence_bench
