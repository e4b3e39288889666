// SPDX-License-Identifier: Apache-2.0
// Invariant checks, which abort the run in every build type, and the exceptions that they throw;
// errors of users' requests, and their texts.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace starnuma::base {

template <class Part>
std::string text_of_part(const Part& part) {
  if constexpr (std::is_same_v<Part, char>) {
    return std::string(1, part);
  } else if constexpr (std::is_arithmetic_v<Part>) {
    return std::to_string(part);
  } else {
    return std::string(part);
  }
}
/// Returns the parts as one text: numbers as std::to_string() writes them, texts and characters.
template <class... Parts>
std::string text_of(const Parts&... parts) {
  return (std::string() + ... + text_of_part(parts));
}

/// Violation of a model's contract; the message names the object and the time.
class InvariantError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Invalid user request, such as a wrong option or an unknown name; the exit code is 2.
class InputError : public std::runtime_error {
 public:
  /// The message is text_of(parts).
  template <class... Parts>
  explicit InputError(const Parts&... parts) : std::runtime_error(text_of(parts...)) {}
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
