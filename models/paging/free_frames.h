// SPDX-License-Identifier: Apache-2.0
// The free frames of a memory, as runs of consecutive ones: a large memory takes no more than a
// small one.
//
// Contract: the frame that was freed last is allocated first; of a run, the lowest. Each frame is
// here at most once. Pure: no time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/check.h"

namespace starnuma::paging {

/// Consecutive frames of a node.
struct FrameRange {
  std::uint64_t first = 0;
  std::uint64_t frames = 0;

  std::uint64_t end() const { return first + frames; }
  bool holds(std::uint64_t frame) const { return first <= frame && frame < end(); }
};

class FreeFrames {
 public:
  std::uint64_t count() const { return count_; }

  /// Adds a run, which is allocated before all others.
  void free_frame(FrameRange run) {
    if (run.frames == 0) return;
    count_ += run.frames;
    runs_.push_back(run);
  }
  /// Takes the next frames that lie together, at most this many; one must be free.
  FrameRange take(std::uint64_t most) {
    SN_CHECK(!runs_.empty() && most > 0, "free frames: no frame is free");
    FrameRange& run = runs_.back();
    const FrameRange taken{run.first, std::min(most, run.frames)};
    run = {taken.end(), run.frames - taken.frames};
    if (run.frames == 0) runs_.pop_back();
    count_ -= taken.frames;
    return taken;
  }
  /// Drops the frames from this one on.
  void limit(std::uint64_t end) {
    std::vector<FrameRange> runs;
    runs.swap(runs_);
    count_ = 0;
    for (const FrameRange& run : runs) {
      if (run.first < end) free_frame({run.first, std::min(run.end(), end) - run.first});
    }
  }

 private:
  std::vector<FrameRange> runs_;  ///< The last one is allocated first.
  std::uint64_t count_ = 0;
};

}  // namespace starnuma::paging
