// SPDX-License-Identifier: Apache-2.0
// Test of each shipped part with each mapping and page policy.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/module/memory_bench/channel.h"

namespace starnuma::memory_bench {

inline constexpr const char* kMappings[] = {"bank_first", "column_first", "column_first_hashed",
                                            "four_line_runs"};
inline constexpr const char* kPages[] = {"closed", "open", "adaptive"};

class EveryChannel : public testing::TestWithParam<const char*> {
 protected:
  /// Calls `check` with each mapping and page policy of the part.
  template <class Check>
  void for_each_policy(const Check& check) {
    for (const char* mapping : kMappings) {
      for (const char* page : kPages) {
        SCOPED_TRACE(std::string(mapping) + ", " + page);
        check(channel(GetParam(),
                      {std::string("mapping=") + mapping, std::string("page_policy=") + page}));
      }
    }
  }
};

}  // namespace starnuma::memory_bench
