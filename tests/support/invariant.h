// SPDX-License-Identifier: Apache-2.0
// Expects that a violated contract stops the run with a message that names the relevant objects.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "models/base/check.h"

namespace starnuma::test {

/// Runs `action`, which must throw InvariantError; every one of `parts` must be in its message.
template <class Action>
void expect_invariant_error(Action&& action, const std::vector<std::string>& parts) {
  std::string message;
  try {
    action();
  } catch (const base::InvariantError& error) {
    message = error.what();
  }
  ASSERT_FALSE(message.empty()) << "no invariant was found broken";
  for (const std::string& part : parts) {
    EXPECT_NE(message.find(part), std::string::npos) << "no '" << part << "' in: " << message;
  }
}

}  // namespace starnuma::test
