// SPDX-License-Identifier: Apache-2.0
// What the cores that play a trace have in common.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <vector>

#include "stimulus/trace/format/summary.h"
#include "stimulus/trace/player/page_space.h"

namespace starnuma::trace {

/// What of a trace is played, and where the measured window opens.
struct Stretch {
  static constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t regions = 0;  ///< The window opens at each of the first so many; it ends with them.
  std::uint64_t begin = 0;    ///< Without regions: the first epoch that is played,
  std::uint64_t open = 0;     ///< that at which the window opens,
  std::uint64_t end = kNoEnd;  ///< and the first that is not played any more.

  /// How often the window opens.
  std::uint64_t openings() const { return regions > 0 ? regions : 1; }
};

struct Playback {
  std::filesystem::path folder;
  Summary summary;
  Stretch stretch;
  PageSpace pages;
  /// Leaves below this one were made before what is played.
  std::uint64_t first_leave = 0;
  /// Made so far, those of the player among them.
  std::uint64_t posts = 0;
  /// By meeting, the post that its leader makes.
  std::vector<std::uint64_t> meetings;
};

}  // namespace starnuma::trace
