// SPDX-License-Identifier: Apache-2.0
// The machine: every box instantiated and bound from the configuration. Decides nothing.
//
// Object names are paths: machine.socket3.core1, machine.<kind of links>.socket0_socket1,
// machine.cxl.socket3_pool, machine.pool.head3, machine.memory_node0.home; several pool devices are
// machine.pool0, machine.pool1.
#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/observers/coherence_checker.h"
#include "platforms/assembly/cxl_paths.h"
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
  /// The core that moves pages; none where no page moves.
  os::OsCore* os_core() { return os_core_.get(); }
  core::CoreBase& core(base::CoreId core);
  /// Translation of a core.
  translation::Mmu& mmu(base::CoreId core);
  /// The tracking hardware of every core, in order; none where nothing is tracked.
  const std::vector<TrackingBox*>& tracking() const { return tracking_; }
  const Wiring& wiring() const { return wiring_; }
  bool finished() const;
  std::int64_t instructions() const;
  /// Summed over all threads.
  core::Waiting waiting() const;

  /// Statistics of every box under its object path, in the order they were built.
  void report(std::vector<accounting::Stat>& out) const;
  void reset_statistics();

 private:
  void make_routers(const Shared& shared);
  void make_links(const Shared& shared);
  /// The router port at one end of an edge.
  Plug plug(const Shared& shared, int node, int edge);
  void collect_statistics(const sc_core::sc_object& object);

  const Wiring& wiring_;
  std::unique_ptr<observers::CoherenceChecker> checker_;  ///< Where the configuration wants it.
  std::vector<std::unique_ptr<SocketBox>> sockets_;
  std::vector<std::unique_ptr<transport::Router>> asics_;
  LinkGroups links_;
  std::vector<std::unique_ptr<PoolBox>> pools_;
  std::vector<std::unique_ptr<MemoryNodeBox>> memory_nodes_;
  std::vector<TrackingBox*> tracking_;
  std::unique_ptr<os::OsCore> os_core_;
  std::vector<transport::Router*> routers_;  ///< By topology node; none at a pool device.
  std::vector<std::pair<std::string, accounting::StatSource*>> statistics_;  ///< By object path.
};

}  // namespace starnuma::assembly
