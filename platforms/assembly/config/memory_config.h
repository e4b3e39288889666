// SPDX-License-Identifier: Apache-2.0
// Fields of the memory of a socket, a pool device or a memory node.
#pragma once

#include "models/base/fields.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/memory/dram_config.h"

namespace starnuma::assembly {

struct MemoryConfig {
  int channels = 0;
  base::Bytes interleave;
  base::Bytes capacity_per_channel;
  memory::DramConfig channel;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("channels", channels, "memory channels; 0: a socket without memory",
            base::between(0, 64));
    v.field("interleave", interleave, "consecutive bytes on one channel",
            base::between(base::kLineBytes, 1 << 21));
    v.field("capacity_per_channel", capacity_per_channel, "memory on one channel",
            base::at_least(base::kPageBytes));
    v.group("channel", channel, "timing of a channel");
  }
  base::Bytes capacity() const { return capacity_per_channel * channels; }
  base::Bandwidth peak() const { return channel.bandwidth() * channels; }
};

}  // namespace starnuma::assembly
