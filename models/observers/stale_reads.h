// SPDX-License-Identifier: Apache-2.0
// What programs read of memory that hosts share without coherence: the last write to the line, or
// something stale, because a flush is missing.
//
// Contract: watches. Every write makes a new version of its line, the last one for all. A socket
// has the version that it wrote, or that memory had when the device last granted it the line;
// memory has that of the host whose data came last. An access of a socket that has not the last
// version is stale; a write that is loses what others have written to the line. Versions are of
// whole lines, as hosts write whole lines back: two hosts that write different words of one line
// are found too. Coherence inside a host is the business of `next`, who is told of all copies.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "models/kernel/copy_observer.h"
#include "models/paging/host_map.h"
#include "models/protocol/access_observer.h"
#include "models/protocol/directory_entry.h"

namespace starnuma::observers {

class StaleReads : public kernel::CopyObserver, public protocol::AccessObserver {
 public:
  struct Counts {
    std::int64_t reads = 0;
    std::int64_t writes = 0;
    std::int64_t stale_reads = 0;
    std::int64_t stale_writes = 0;
  };
  struct Stale {
    protocol::Access access;
    base::SocketId socket{};
    int last_writer = 0;  ///< The host whose write is not there.
  };

  /// `next` may be null; both must outlive it.
  StaleReads(const paging::HostMap& hosts, kernel::CopyObserver* next)
      : hosts_(hosts), next_(next) {}

  /// Of an extent since reset_statistics().
  Counts counts(const paging::Extent& extent) const;
  void reset_statistics() { counts_.clear(); }
  /// Stale accesses since the machine was made, and the first of them.
  std::int64_t stale() const { return stale_; }
  const std::optional<Stale>& first() const { return first_; }

  void gained(base::LineAddress line, base::SocketId socket, bool may_write, Version version,
              base::Time time) override;
  void weakened(base::LineAddress line, base::SocketId socket) override;
  void lost(base::LineAddress line, base::SocketId socket) override;
  void wrote(base::LineAddress line, base::SocketId socket, base::Time time) override;
  Version sent(base::LineAddress line) override;
  Version sent_by_memory(base::LineAddress line) override;
  void stored(base::LineAddress line, Version version) override;
  void tracked(base::LineAddress line, std::uint32_t sockets, base::Time time) override;
  void gained_poison(base::LineAddress line, base::SocketId socket, bool may_write,
                     base::Time time) override;
  void vanished(base::LineAddress line) override;
  void accessed(const protocol::Access& access, base::SocketId socket) override;

 private:
  struct Line {
    std::uint32_t last = 0;                                      ///< Writes so far.
    std::uint32_t memory = 0;                                    ///< How many of them memory has.
    int writer = 0;                                              ///< Host of the last one.
    std::array<std::uint32_t, paging::kMostHosts> written{};     ///< Each host's own last one.
    std::array<std::uint32_t, protocol::kMaxSockets> version{};  ///< That each socket has.
  };
  using Place = std::pair<base::NodeId, std::uint64_t>;

  static Place place_of(const paging::Extent& extent) { return {extent.node, extent.first}; }
  /// Of a line that is shared without coherence; null of another.
  Line* find(base::LineAddress seen);
  void count(const paging::Extent& extent, const protocol::Access& access, base::SocketId socket,
             bool stale, int writer);

  const paging::HostMap& hosts_;
  kernel::CopyObserver* next_;
  std::unordered_map<std::uint64_t, Line> lines_;  ///< By line in memory.
  std::map<Place, Counts> counts_;
  std::int64_t stale_ = 0;
  std::optional<Stale> first_;
};

}  // namespace starnuma::observers
