// SPDX-License-Identifier: Apache-2.0
// Reads fixed-size records of files, each completely or not at all.
#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <string>

#include "models/base/check.h"

namespace starnuma::trace {

/// Returns false at the end of the file. Throws InputError if a record is truncated.
template <std::size_t N>
bool read_whole(std::istream& in, std::array<std::uint8_t, N>& bytes, const std::string& name,
                std::uint64_t at) {
  in.read(reinterpret_cast<char*>(bytes.data()), N);
  if (in.gcount() == 0) return false;
  if (in.gcount() == static_cast<std::streamsize>(N)) return true;
  throw base::InputError(name, ": byte ", at, ": a record of ", N, " bytes is cut off");
}

}  // namespace starnuma::trace
