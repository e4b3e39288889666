// SPDX-License-Identifier: Apache-2.0
// Memory of a logical pool's maps at a server: 8-byte entries behind all memory for pages, entries
// of the coarse map first.
//
// Contract:
// - Timing: a read takes the time of a line of the server's own memory, including contention, and
//   is entered as page-walk time. A write is accepted at the returned time.
// - Entries are cached only in the look-up buffers of the maps.
#pragma once

#include <utility>
#include <vector>

#include "models/kernel/envelope.h"
#include "models/kernel/sockets.h"
#include "models/protocol/memory_request.h"
#include "models/timing/interleave.h"

namespace starnuma::translation {

class MapMemory {
 public:
  using Channel = kernel::Initiator<protocol::MemoryRequest>;

  /// `channels` is the memory side of the server's home; `first_line` is the first line of the
  /// maps.
  MapMemory(std::vector<Channel*> channels, timing::Interleave interleave, std::uint64_t first_line)
      : channels_(std::move(channels)), interleave_(interleave), first_line_(first_line) {}

  void read(kernel::Envelope& envelope, std::uint64_t entry) const {
    accounting::Ledger parts;
    access(entry, false, envelope.time, envelope.horizon, parts);
    envelope.advance(accounting::LatencyKind::kWalk, parts.unloaded());
    envelope.advance(accounting::LatencyKind::kWalkQueue, parts.queue());
  }
  base::Time write(std::uint64_t entry, base::Time time) const {
    accounting::Ledger parts;
    return access(entry, true, time, time, parts);
  }

 private:
  static constexpr std::uint64_t kEntriesPerLine = base::kLineBytes / 8;

  base::Time access(std::uint64_t entry, bool write, base::Time time, base::Time horizon,
                    accounting::Ledger& parts) const {
    const auto place = interleave_.place_of(first_line_ + entry / kEntriesPerLine);
    protocol::MemoryRequest request{place.line_in_channel, time, horizon, &parts, write};
    channels_[static_cast<std::size_t>(place.channel)]->send(request);
    return request.time;
  }

  std::vector<Channel*> channels_;
  timing::Interleave interleave_;
  std::uint64_t first_line_;
};

}  // namespace starnuma::translation
