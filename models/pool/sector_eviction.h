// SPDX-License-Identifier: Apache-2.0
// Eviction of a sector of the snoop filter: its state, and the time from which another one can
// begin.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "models/pool/block_snoops.h"
#include "models/pool/snoop_filter_function.h"
#include "models/protocol/message.h"

namespace starnuma::pool {

/// Returns true if the sector of an entry is being evicted.
inline bool is_evicted(const SnoopFilter& filter, const SnoopFilter::Entry& entry) {
  const auto sector = filter.sector_of(entry);
  return std::any_of(sector.begin(), sector.end(), [](const SnoopFilter::Entry& other) {
    return other.state == protocol::cxl::DeviceState::kEvicting;
  });
}

/// Returns the time from which no grant of a line of the sector is left to leave; none if hosts are
/// snooped for one.
template <class Entries>
std::optional<base::Time> free_from(const Entries& entries) {
  base::Time last;
  for (const SnoopFilter::Entry& entry : entries) {
    if (is_transient(entry.state)) return std::nullopt;
    last = std::max(last, entry.busy_until);
  }
  return last;
}

/// Returns the time from which a request of the line can be retried: its entry, or without one a
/// sector of its set, is then stable. None if that depends on a snoop response.
inline std::optional<base::Time> retry_time(const SnoopFilter& filter, base::LineAddress line) {
  using Sector = SnoopFilter::Sector<const SnoopFilter::Entry>;
  if (const SnoopFilter::Entry* entry = filter.find(line)) {
    return is_evicted(filter, *entry) ? std::nullopt : free_from(Sector{entry, entry + 1});
  }
  std::optional<base::Time> first;
  filter.each_of_set(line, [&](const Sector& sector) {
    const auto free = free_from(sector);
    if (free) first = first ? std::min(*first, *free) : *free;
  });
  return first;
}

/// Calls `post(host, snoop)` for each message of the snoops; `snoop` is the message of any line.
/// Returns the numbers of messages and of lines.
template <class Post>
std::pair<int, int> post_blocks(const BlockSnoops& snoops, protocol::Message snoop, Post&& post) {
  std::pair<int, int> count{0, 0};
  snoops.each([&](base::SocketId host, base::LineAddress first, int lines) {
    snoop.line = first;
    snoop.block_lines = static_cast<std::uint8_t>(lines > 1 ? lines : 0);
    post(host, snoop);
    ++count.first;
    count.second += lines;
  });
  return count;
}

}  // namespace starnuma::pool
