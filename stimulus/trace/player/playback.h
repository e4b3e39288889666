// SPDX-License-Identifier: Apache-2.0
// State shared by all cores that play a trace.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <vector>

#include "stimulus/trace/format/summary.h"
#include "stimulus/trace/player/page_space.h"

namespace starnuma::trace {

/// Part of a trace that is played, and the opening of the measurement window.
struct Stretch {
  static constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

  /// The window opens at each of this number of first regions, and ends with them.
  std::uint64_t regions = 0;
  std::uint64_t begin = 0;     ///< Without regions: the first epoch that is played.
  std::uint64_t open = 0;      ///< Epoch at which the window opens.
  std::uint64_t end = kNoEnd;  ///< First epoch that is not played.

  /// Returns how often the window opens.
  std::uint64_t openings() const { return regions > 0 ? regions : 1; }
};

struct Playback {
  std::filesystem::path folder;
  Summary summary;
  Stretch stretch;
  PageSpace pages;
  /// Number of leaves made before the played part.
  std::uint64_t first_leave = 0;
  /// Current number of leaves made, including those of the player.
  std::uint64_t posts = 0;
  /// By meeting: the post of its leader.
  std::vector<std::uint64_t> meetings;
};

}  // namespace starnuma::trace
