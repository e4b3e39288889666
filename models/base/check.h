// SPDX-License-Identifier: Apache-2.0
// Broken invariants stop the run: SN_CHECK is on in every build type.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

namespace starnuma::base {

/// A model found itself in a state its contract excludes. The message names object and time.
class InvariantError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// A request the user made that cannot be met (a wrong option, an unknown name); exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Out of line and away from the code that checks.
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
