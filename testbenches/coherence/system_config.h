// SPDX-License-Identifier: Apache-2.0
// Shape of a system under test, the data of its lines, and the result of a step.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "models/protocol/cxl/device_function.h"
#include "models/protocol/names.h"
#include "testbenches/coherence/checks.h"

namespace starnuma::coherence_bench {

struct SystemConfig {
  bool cxl = true;
  int hosts = 2;
  int lines = 1;
  int filter = 1;  ///< Entries of the device's snoop filter; with `lines` or more it never evicts.
  protocol::cxl::ReadAnswer answer = protocol::cxl::ReadAnswer::kApart;
  int socket_lines =
      0;               ///< With a device: number of lines, from the first, that have socket homes.
  int page_lines = 0;  ///< Lines of a page that migrates (paged_system.h); 0: no pages.
  int pages = 0;
  int spaces = 1;         ///< Number of address spaces, with equally many pages each.
  bool in_order = false;  ///< Requests that wait for a line queue at its home.
  int sector = 1;         ///< Lines that an entry of the snoop filter covers.

  /// Returns true if the line's home is the device.
  bool on_device(int line) const { return cxl && line >= socket_lines; }
  int frames() const { return lines / page_lines; }
  int frame_of(int line) const { return line / page_lines; }
  int line_of(int frame, int offset) const { return frame * page_lines + offset; }
  int pages_of_space() const { return pages / spaces; }
  int space_of(int page) const { return page / pages_of_space(); }
};

inline constexpr int kWords = 4;
/// Data of a line: a version per word.
using Data = std::array<std::uint32_t, kWords>;

/// Writes a host's own word, or all words.
inline void write(Data& data, int host, bool whole_line) {
  for (std::size_t word = 0; word < data.size(); ++word) {
    data[word] += whole_line || word == static_cast<std::size_t>(host % kWords);
  }
}

inline int line_of(const protocol::Message& message) {
  return static_cast<int>(message.line.value);
}

/// Result of a step: taken, not permitted in the current state, or an invariant is violated.
enum class Step : std::uint8_t { kDone, kNo, kBroken };

/// Exception that ends a step with a violated invariant.
struct Broken {
  Check check{};
  std::string what;
};

/// Takes a step, which returns false if it is not permitted; stores the violated invariant.
template <class Take>
Step take_checked(Broken& failed, Take&& take) {
  try {
    return take() ? Step::kDone : Step::kNo;
  } catch (Broken& broken) {
    failed = std::move(broken);
    return Step::kBroken;
  }
}

inline Broken no_row(const std::string& who, std::string_view state,
                     const protocol::Message& message) {
  return {Check::kRow, who + " in state " + std::string(state) + " has no row for " +
                           std::string(protocol::name_of(message))};
}

}  // namespace starnuma::coherence_bench
