// SPDX-License-Identifier: Apache-2.0
// Access of an operating system's core to memory: ports at caching agents of its host's sockets.
//
// Contract:
// - No access leaves a line in the caches of the socket, and the ports hold no copies.
// - Page-sized work has `lines_in_flight` accesses outstanding.
// - A page-table entry is written in all tables of the space at once.
// - Costs that are switched off send nothing and take no time.
#pragma once

#include <map>
#include <memory>

#include "models/cache/private_snoop.h"
#include "models/kernel/execution.h"
#include "models/os/per_space.h"
#include "models/placement/placement_config.h"
#include "models/protocol/uncached/request.h"

namespace starnuma::os {

class Port : private cache::PrivateSnoop {
 public:
  using Side = kernel::Initiator<protocol::Access, cache::PrivateSnoop>;
  struct PortStats {
    std::int64_t lines = 0;  ///< Number of lines copied.
    std::int64_t zeroed_lines = 0;
  };

  /// Preconditions: constructed within a module; the execution outlives this object.
  Port(const placement::PlacementConfig& config, const kernel::Execution& execution);

  /// Port at the host's first socket, to be bound.
  Side mem_side{"mem_side", static_cast<cache::PrivateSnoop&>(*this)};
  /// Adds the port at another socket, to be bound. Precondition: before elaboration.
  Side& add_socket_side(sc_core::sc_module& parent, int socket);
  /// Adds the port to uncached metadata, to be bound. Precondition: before elaboration.
  kernel::Initiator<protocol::UncachedRequest>& add_uncached_side(sc_core::sc_module& parent);

  /// Sends one access at `start` through the port of a socket; the first one's if it has none.
  base::Time access(base::LineAddress line, protocol::AccessKind kind, base::Time start,
                    int socket = 0);
  /// Reads and resets a line of metadata.
  base::Time reset(base::LineAddress line, base::Time start);
  base::Time write_entry(const paging::PageMap& map, std::uint64_t page, base::Time start,
                         int socket = 0);
  /// Sends one access to each line of a frame.
  base::Time each_line(const paging::PageMap& map, base::Frame frame, protocol::AccessKind kind,
                       base::Time start, int socket = 0);
  base::Time zero(const paging::PageMap& map, base::Frame frame, int socket, base::Time start);
  base::Time copy(const paging::PageMap& map, base::Frame from, base::Frame to, base::Time start,
                  int socket = 0);
  /// Runs `work` with `lines_in_flight` lanes; returns the latest completion time.
  base::Time in_flight(std::uint64_t count, base::Time start,
                       const kernel::Execution::Work& work) const;

  const PortStats& counts(base::SpaceId space) const { return counts_[space]; }
  void reset_statistics() { counts_ = {}; }

 private:
  bool snoop(base::LineAddress, Demand) override { return false; }  // the ports hold no copies

  bool copy_free_;
  bool page_table_free_;
  std::uint64_t lines_in_flight_;
  const kernel::Execution& execution_;
  std::map<int, std::unique_ptr<Side>> socket_sides_;
  std::unique_ptr<kernel::Initiator<protocol::UncachedRequest>> uncached_side_;
  PerSpace<PortStats> counts_;
};

}  // namespace starnuma::os
