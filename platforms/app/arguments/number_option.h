// SPDX-License-Identifier: Apache-2.0
// Command-line option that is a whole number with a range.
//
// Contract: its help shows the range, and any other text is rejected in one line with the range.
#pragma once

#include <boost/program_options.hpp>

namespace starnuma::app {

/// Returns the option's value for int, std::int64_t or std::uint64_t; accepts a default as any
/// Boost value does.
template <class Number>
boost::program_options::typed_value<Number>* whole_number(Number low, Number high);

}  // namespace starnuma::app
