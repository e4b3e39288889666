// SPDX-License-Identifier: Apache-2.0
// Machine: all modules, instantiated and bound from the configuration. Contains no model behaviour.
//
// Object names are paths: machine.socket3.core1, machine.<kind of links>.socket0_socket1,
// machine.cxl.socket3_pool, machine.pool.head3, machine.memory_node0.home. Several pool devices are
// machine.pool0, machine.pool1. With several hosts, a host's modules are below its name:
// machine.host_left.socket3.core1, machine.host_left.os_core.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/accounting/traffic.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/transport/link.h"
#include "platforms/assembly/boxes/cxl_paths.h"
#include "platforms/assembly/boxes/memory_node_box.h"
#include "platforms/assembly/boxes/os_box.h"
#include "platforms/assembly/boxes/pool_box.h"
#include "platforms/assembly/boxes/socket_box.h"
#include "platforms/assembly/config/index.h"
#include "platforms/assembly/machine/copy_checks.h"
#include "platforms/assembly/wiring/host_group.h"

namespace starnuma::assembly {

class Machine : public sc_core::sc_module {
 public:
  /// The objects that `shared` refers to must outlive the machine.
  Machine(const sc_core::sc_module_name& name, const Shared& shared);
  ~Machine() override;

  void add_observer(kernel::MissObserver& observer);
  /// Registers an observer of every access of every core; called before the run.
  void observe_accesses(protocol::AccessObserver& observer);
  /// Returns the host's core that migrates pages; null if no page of the host can move.
  os::OsCore* os_core(int host = 0) { return os_cores_[static_cast<std::size_t>(host)].get(); }
  core::CoreBase& core(base::CoreId core);
  /// Returns the MMU of a core.
  translation::Mmu& mmu(base::CoreId core);
  /// Returns the memory of a logical pool with maps; null if there is none.
  paging::PooledMemory* pooled() { return pooled_.get(); }
  /// Returns the mover of a logical pool's regions; null if regions do not move.
  os::RegionMover* region_mover() { return region_mover_.get(); }
  /// Returns the tracking hardware of every core, in order; empty if the machine does not track.
  const std::vector<TrackingBox*>& tracking() const { return tracking_; }
  const Wiring& wiring() const { return wiring_; }
  /// Returns the parallel links that form an edge.
  const std::vector<transport::Link*>& links_of(int edge) const { return links_of_edge_[at(edge)]; }
  // Enables rerouting after faults; called before the run.
  void expect_reroutes();
  /// Switches to the routes of this wiring, which has the same modules with some edges down. If no
  /// route remains, in-flight messages and their consequences keep the previous route.
  void reroute(const Wiring& left);
  /// Cuts the socket off from the home: modified lines of the home in the socket are lost, and
  /// lines that it owned become poison; without a fault they are written back before. Lines with an
  /// outstanding transaction keep their state; returns true if there were none.
  bool cut(base::SocketId socket, base::NodeId home, int fault, base::Time time);
  /// Clears the pool device's directory after a loss of its contents, except for lines with an
  /// outstanding transaction.
  void reset(base::NodeId device, int fault, base::Time time);
  bool abandon(base::SocketId socket, base::NodeId home, int fault, base::Time time) {
    return sockets_[static_cast<std::size_t>(socket)]->caching_agent().abandon(home, fault, time);
  }
  /// Resumes the socket's accesses that waited for a path to open.
  void path_opened(base::SocketId socket) {
    sockets_[static_cast<std::size_t>(socket)]->caching_agent().paused_paths().opened();
  }
  /// Scrubs the line: its memory reads it, and writes it back if it was corrected.
  void scrub(base::LineAddress line, base::Time time);
  /// Returns null if no memory is shared without coherence.
  const observers::StaleReads* stale_reads() const { return copies_->stale_reads(); }
  const std::vector<std::unique_ptr<PoolBox>>& pools() const { return pools_; }
  bool finished() const;
  std::int64_t instructions() const;
  /// Returns the waiting of all threads.
  core::Waiting waiting() const;

  /// Returns the traffic of a home's memory since statistics were reset.
  accounting::MemoryTraffic memory_traffic(base::NodeId home) const;
  /// Reports the statistics of every module under its object path, in construction order.
  void report(std::vector<accounting::Stat>& out) const;
  void reset_statistics();

 private:
  home_agent::HomeAgent::Settled settled() const;
  home::SocketHome& socket_home(base::NodeId node) const;
  pool::MultiHeadedDeviceBase& device(base::NodeId node) const;
  const DramChannels& channels_of(base::NodeId home) const;
  std::vector<int> routes_left(const Wiring& left, int node, int first_link) const;
  void make_routers(const Shared& shared);
  void make_links(const Shared& shared);
  /// Returns null if there is one host.
  HostGroup* group_of(int host) const { return hosts_.empty() ? nullptr : hosts_[at(host)].get(); }
  /// Returns the router port at one end of an edge.
  Plug plug(const Shared& shared, int node, int edge);
  void collect_statistics(const sc_core::sc_object& object);

  const Wiring& wiring_;
  /// Null: transactions complete within the call that begins them.
  kernel::QueuedDispatcher* in_time_;
  std::unique_ptr<CopyChecks> copies_;
  const paging::HostMap* reach_;                   ///< Null if one host reaches all memory.
  std::unique_ptr<paging::PooledMemory> pooled_;   ///< Null if there is no logical pool.
  std::vector<std::unique_ptr<HostGroup>> hosts_;  ///< Empty if there is one host.
  std::vector<std::unique_ptr<SocketBox>> sockets_;
  std::vector<std::unique_ptr<transport::Router>> own_routers_;  ///< ASICs and the fabric switch.
  LinkGroups links_;
  std::vector<std::vector<transport::Link*>> links_of_edge_;  ///< Parallel links of each edge.
  std::vector<std::unique_ptr<PoolBox>> pools_;
  std::vector<std::unique_ptr<MemoryNodeBox>> memory_nodes_;
  std::vector<TrackingBox*> tracking_;
  std::vector<std::unique_ptr<os::OsCore>> os_cores_;  ///< OS cores by host.
  std::unique_ptr<os::RegionMover> region_mover_;
  std::vector<transport::Router*> routers_;  ///< Routers by topology node; null for pool devices.
  /// Statistics sources by object path.
  std::vector<std::pair<std::string, accounting::StatSource*>> statistics_;
};

}  // namespace starnuma::assembly
