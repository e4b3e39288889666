// SPDX-License-Identifier: Apache-2.0
// Invariant checks, which abort the run in every build type, and the exceptions that they throw.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace starnuma::base {

/// Violation of a model's contract; the message names the object and the time.
class InvariantError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Invalid user request, such as a wrong option or an unknown name; the exit code is 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws InvariantError; kept out of line so that the check itself stays small.
template <class... Parts>
[[noreturn, gnu::cold, gnu::noinline]] void fail_invariant(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  throw InvariantError(text.str());
}

}  // namespace starnuma::base

#define SN_CHECK(condition, ...)                                                          \
  do {                                                                                    \
    if (__builtin_expect(!(condition), 0)) ::starnuma::base::fail_invariant(__VA_ARGS__); \
  } while (false)
