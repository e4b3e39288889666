// SPDX-License-Identifier: Apache-2.0
// The machine: every box instantiated and bound from the configuration. Decides nothing.
//
// Object names are paths: machine.socket3.core1, machine.<kind of links>.socket0_socket1,
// machine.cxl.socket3_pool, machine.pool.head3, machine.memory_node0.home; several pool devices are
// machine.pool0, machine.pool1. Where there are several hosts, what is of one is below it:
// machine.host_left.socket3.core1, machine.host_left.os_core.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "models/accounting/memory_traffic.h"
#include "models/accounting/stats.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/observers/coherence_checker.h"
#include "models/observers/pooled_copies.h"
#include "models/observers/stale_reads.h"
#include "models/transport/link.h"
#include "platforms/assembly/cxl_paths.h"
#include "platforms/assembly/host_group.h"
#include "platforms/assembly/index.h"
#include "platforms/assembly/memory_node_box.h"
#include "platforms/assembly/os_box.h"
#include "platforms/assembly/pool_box.h"
#include "platforms/assembly/socket_box.h"

namespace starnuma::assembly {

class Machine : public sc_core::sc_module {
 public:
  /// What `shared` refers to must outlive the machine.
  Machine(const sc_core::sc_module_name& name, const Shared& shared);
  ~Machine() override;

  void add_observer(kernel::MissObserver& observer);
  /// Is told of every access of every core; before the run.
  void observe_accesses(protocol::AccessObserver& observer);
  /// The core of a host that moves pages; null where none of its pages moves.
  os::OsCore* os_core(int host = 0) { return os_cores_[static_cast<std::size_t>(host)].get(); }
  core::CoreBase& core(base::CoreId core);
  /// Translation of a core.
  translation::Mmu& mmu(base::CoreId core);
  /// Of a logical pool whose lines are found over maps; null where there is none.
  paging::PooledMemory* pooled() { return pooled_.get(); }
  /// Moves regions of a logical pool; null where nothing does.
  os::RegionMover* region_mover() { return region_mover_.get(); }
  /// The tracking hardware of every core, in order; none where nothing is tracked.
  const std::vector<TrackingBox*>& tracking() const { return tracking_; }
  const Wiring& wiring() const { return wiring_; }
  /// The equal links side by side that an edge is made of.
  std::vector<transport::Link*> links_of(int edge) const;
  // Faults.
  /// Messages will be rerouted; before the run.
  void expect_reroutes();
  /// Messages take the routes of this wiring from now on: of the same boxes, some edges down. Where
  /// none is left, what is under way and what follows from it still takes the old one.
  void reroute(const Wiring& left);
  /// The socket and the home will not hear of each other any more: what was written of its lines in
  /// the socket is lost, and what it owned is poison. Lines that something is under way of stay as
  /// they are; whether there were none.
  bool cut(base::SocketId socket, base::NodeId home, int fault, base::Time time);
  /// The pool device has lost its contents: nobody holds a line of it, but for those that something
  /// is under way of.
  void reset(base::NodeId device, int fault, base::Time time);
  bool abandon(base::SocketId socket, base::NodeId home, int fault, base::Time time) {
    return sockets_[static_cast<std::size_t>(socket)]->caching_agent().abandon(home, fault, time);
  }
  /// The scrubber of the line's memory reads it, and writes it where it has corrected it.
  void scrub(base::LineAddress line, base::Time time);
  /// Null where no memory is shared without coherence.
  const observers::StaleReads* stale_reads() const { return stale_reads_.get(); }
  bool finished() const;
  std::int64_t instructions() const;
  /// Summed over all threads.
  core::Waiting waiting() const;

  /// What the memory of a home has carried since statistics started from zero.
  accounting::MemoryTraffic memory_traffic(base::NodeId home) const;
  /// Statistics of every box under its object path, in the order they were built.
  void report(std::vector<accounting::Stat>& out) const;
  void reset_statistics();

 private:
  home_agent::HomeAgent::Settled settled() const;
  home::SocketHome& socket_home(base::NodeId node) const;
  pool::MultiHeadedDevice& device(base::NodeId node) const;
  std::vector<int> routes_left(const Wiring& left, int node, int first_link) const;
  void make_routers(const Shared& shared);
  void make_links(const Shared& shared);
  void observe_copies(const Shared& shared);
  /// Null where there is one host.
  HostGroup* group_of(int host) const { return hosts_.empty() ? nullptr : hosts_[at(host)].get(); }
  /// The router port at one end of an edge.
  Plug plug(const Shared& shared, int node, int edge);
  void collect_statistics(const sc_core::sc_object& object);
  void report_shared(std::vector<accounting::Stat>& out) const;

  const Wiring& wiring_;
  kernel::QueuedDispatcher* in_time_;  ///< Null: transactions end in the call that begins them.
  std::unique_ptr<observers::CoherenceChecker> checker_;   ///< Where the configuration wants it.
  std::unique_ptr<observers::StaleReads> stale_reads_;     ///< Where memory is shared without it.
  std::unique_ptr<observers::PooledCopies> named_copies_;  ///< Where regions are found by maps.
  const paging::HostMap* reach_;                           ///< Null where one host reaches all.
  std::unique_ptr<paging::PooledMemory> pooled_;           ///< The same.
  std::vector<std::pair<std::string, paging::Extent>> plain_;  ///< Shared without coherence.
  std::vector<std::unique_ptr<HostGroup>> hosts_;              ///< None where there is one.
  std::vector<std::unique_ptr<SocketBox>> sockets_;
  std::vector<std::unique_ptr<transport::Router>> own_routers_;  ///< ASICs, the fabric switch.
  LinkGroups links_;
  std::vector<std::unique_ptr<PoolBox>> pools_;
  std::vector<std::unique_ptr<MemoryNodeBox>> memory_nodes_;
  std::vector<TrackingBox*> tracking_;
  std::vector<std::unique_ptr<os::OsCore>> os_cores_;  ///< By host.
  std::unique_ptr<os::RegionMover> region_mover_;
  std::vector<transport::Router*> routers_;  ///< By topology node; none at a pool device.
  std::vector<std::pair<std::string, accounting::StatSource*>> statistics_;  ///< By object path.
};

}  // namespace starnuma::assembly
