// SPDX-License-Identifier: Apache-2.0
// Loop over the tables that a cache miss accesses, without SystemC, messages or time.
#pragma once

#include <cstdint>

namespace starnuma::speed {

/// Returns the host CPU nanoseconds of a random access over `lines` lines. It looks up and fills
/// L1, L2 and socket tags, reads and writes the directory entry, and books bank and bus of a
/// channel.
double plain_miss_ns(std::uint64_t lines, std::int64_t accesses);

}  // namespace starnuma::speed
