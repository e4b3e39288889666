// SPDX-License-Identifier: Apache-2.0
// Spreading a node's lines over its memory channels.
#pragma once

#include <cstdint>

#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::timing {

/// Consecutive blocks of `granularity` go to consecutive channels.
class Interleave {
 public:
  struct ChannelLine {
    int channel;
    std::uint64_t line_in_channel;
  };

  Interleave(int channels, base::Bytes granularity)
      : channels_(static_cast<std::uint64_t>(channels)),
        block_lines_(static_cast<std::uint64_t>(granularity.value / base::kLineBytes)) {}

  ChannelLine place_of(std::uint64_t line) const {
    if (channels_ == 1) return {0, line};
    const std::uint64_t block = line / block_lines_;
    return {static_cast<int>(block % channels_),
            block / channels_ * block_lines_ + line % block_lines_};
  }

 private:
  std::uint64_t channels_;
  std::uint64_t block_lines_;
};

}  // namespace starnuma::timing
