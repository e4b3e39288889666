// SPDX-License-Identifier: Apache-2.0
// Reads eight bytes of a file as a little-endian number, independent of the byte order of the host.
#pragma once

#include <cstdint>
#include <cstring>

namespace starnuma::trace {

/// Compiles to one load of the host; compilers do not eliminate a loop over the bytes.
inline std::uint64_t word_at(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  value = __builtin_bswap64(value);
#endif
  return value;
}

}  // namespace starnuma::trace
