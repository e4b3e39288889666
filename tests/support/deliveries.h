// SPDX-License-Identifier: Apache-2.0
// Tests of whole runs that are made in each delivery: a suite with a `const char*` for parameter.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace starnuma::test {

inline auto every_delivery() { return testing::Values("immediate", "timed", "queued"); }
/// The name of a test.
inline std::string delivery_of(const testing::TestParamInfo<const char*>& test) {
  return test.param;
}
/// The setting.
inline std::string delivered(const std::string& delivery) {
  return "simulation.delivery=" + delivery;
}

}  // namespace starnuma::test
