// SPDX-License-Identifier: Apache-2.0
// Parameters of tests that execute a whole run in each delivery: suites with a `const char*`
// parameter.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace starnuma::test {

inline auto every_delivery() { return testing::Values("immediate", "queued"); }
/// Returns the delivery as the name of a test.
inline std::string delivery_of(const testing::TestParamInfo<const char*>& test) {
  return test.param;
}
/// Returns the override that selects the delivery.
inline std::string delivered(const std::string& delivery) {
  return "simulation.delivery=" + delivery;
}

}  // namespace starnuma::test
