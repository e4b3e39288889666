// SPDX-License-Identifier: Apache-2.0
// An option of the command line that is a whole number with a range.
//
// Contract: its help shows the range, and any other text is refused with it in one line.
#pragma once

#include <boost/program_options.hpp>

namespace starnuma::app {

/// For int, std::int64_t and std::uint64_t; takes a default as any value of Boost's does.
template <class Number>
boost::program_options::typed_value<Number>* whole_number(Number low, Number high);

}  // namespace starnuma::app
