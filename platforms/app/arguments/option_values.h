// SPDX-License-Identifier: Apache-2.0
// Values of command-line options: texts, and whole numbers with a range.
//
// Contract: the help of a whole number shows the range, and any other text is rejected in one line
// with the range.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

namespace starnuma::app {

/// Returns the value of an option that the help shows as `name`.
inline boost::program_options::typed_value<std::string>* text(const char* name) {
  return boost::program_options::value<std::string>()->value_name(name);
}
/// Returns the value of an option that may be repeated.
inline boost::program_options::typed_value<std::vector<std::string>>* texts(const char* name) {
  return boost::program_options::value<std::vector<std::string>>()->composing()->value_name(name);
}

/// Returns the option's value for int, std::int64_t or std::uint64_t; accepts a default as any
/// Boost value does.
template <class Number>
boost::program_options::typed_value<Number>* whole_number(Number low, Number high);

}  // namespace starnuma::app
