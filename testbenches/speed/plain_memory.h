// SPDX-License-Identifier: Apache-2.0
// The tables that a missing access looks at, in a plain loop: no SystemC, no messages, no time.
#pragma once

#include <cstdint>

namespace starnuma::speed {

/// Host CPU nanoseconds of a random access over `lines` lines: L1, L2 and socket tags looked up and
/// filled, directory entry read and written, bank and bus of a channel booked.
double plain_miss_ns(std::uint64_t lines, std::int64_t accesses);

}  // namespace starnuma::speed
