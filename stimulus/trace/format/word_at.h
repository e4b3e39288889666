// SPDX-License-Identifier: Apache-2.0
// Eight bytes of a file as a number, lowest byte first, whatever the host's own order is.
#pragma once

#include <cstdint>
#include <cstring>

namespace starnuma::trace {

/// One load of the host; written as a loop over the bytes, compilers keep the loop.
inline std::uint64_t word_at(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

}  // namespace starnuma::trace
