// SPDX-License-Identifier: Apache-2.0
// Detector of stale reads of memory that hosts share without coherence: an access that misses the
// last write to the line because a flush is missing.
//
// Contract:
// - The detector is passive.
// - Every write creates a new version of its line, which is the current version for all hosts.
// - A socket holds the version that it wrote, or the version of memory when the device last granted
//   the line. Memory holds the version of the host that wrote back last.
// - An access of a socket without the current version is stale. A stale write loses the writes of
//   other hosts to the line.
// - Versions apply to whole lines, since hosts write back whole lines. Writes of two hosts to
//   different words of a line are therefore detected as well.
// - `next` receives all events of copies and checks the coherence inside a host.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>

#include "models/kernel/copy_observer.h"
#include "models/paging/host_map.h"
#include "models/protocol/access.h"
#include "models/protocol/directory_entry.h"

namespace starnuma::observers {

class StaleReads : public kernel::CopyObserver, public protocol::AccessObserver {
 public:
  struct StaleAccesses {
    std::int64_t reads = 0;
    std::int64_t writes = 0;
    std::int64_t stale_reads = 0;
    std::int64_t stale_writes = 0;
  };
  struct Stale {
    protocol::Access access;
    base::SocketId socket{};
    int last_writer = 0;  ///< Host whose write is missing.
  };

  /// `next` may be null. Both arguments must outlive the detector.
  StaleReads(const paging::HostMap& hosts, kernel::CopyObserver* next)
      : hosts_(hosts), next_(next) {}

  /// Returns the counts of an extent since reset_statistics().
  StaleAccesses counts(const paging::Extent& extent) const;
  void reset_statistics() { counts_.clear(); }
  /// Returns the number of stale accesses since construction; first() is the first of them.
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
  void gained_without_data(base::LineAddress line, base::SocketId socket, bool may_write,
                           base::Time time) override;
  void vanished(base::LineAddress line) override;
  void accessed(const protocol::Access& access, base::SocketId socket) override;

 private:
  struct Line {
    std::uint32_t last = 0;    ///< Current number of writes.
    std::uint32_t memory = 0;  ///< Version in memory.
    int writer = 0;            ///< Host of the latest write.
    /// Latest version written by each host.
    std::array<std::uint32_t, paging::kMostHosts> written{};
    std::array<std::uint32_t, protocol::kMaxSockets> version{};  ///< Version held by each socket.
  };
  using ExtentKey = std::pair<base::NodeId, std::uint64_t>;

  static ExtentKey place_of(const paging::Extent& extent) { return {extent.node, extent.first}; }
  /// Returns the state of a line that is shared without coherence, else null.
  Line* find(base::LineAddress seen);
  void count(const paging::Extent& extent, const protocol::Access& access, base::SocketId socket,
             bool stale, int writer);

  const paging::HostMap& hosts_;
  kernel::CopyObserver* next_;
  std::unordered_map<std::uint64_t, Line> lines_;  ///< Lines by their location in memory.
  std::map<ExtentKey, StaleAccesses> counts_;
  std::int64_t stale_ = 0;
  std::optional<Stale> first_;
};

}  // namespace starnuma::observers
