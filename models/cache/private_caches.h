// SPDX-License-Identifier: Apache-2.0
// Private L1 and L2 of a core. The L2 is inclusive of the L1.
//
// Contract:
// - cpu_side takes translated accesses in call order and answers with the arrival time of the data.
// - mem_side sends misses and every eviction, clean or dirty, to the socket's caching agent. The
//   agent's core-valid bits are therefore exact.
// - A flush invalidates the line in both caches and always continues to the agent.
// - Timing: L1 hit, L1 and L2 hit, or both look-ups and the miss. An access to a line in flight
//   completes when the line arrives (MSHR merge). A miss waits for one of `mshrs` registers.
// - In SystemC time an access to a line with an outstanding miss waits on its fiber and retries.
// - Not modelled: ports and banks of the arrays, prefetchers.
#pragma once

#include <algorithm>
#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/cache/cache_config.h"
#include "models/cache/private_array_function.h"
#include "models/cache/private_snoop.h"
#include "models/kernel/execution.h"

namespace starnuma::cache {

class PrivateCaches : public sc_core::sc_module,
                      public PrivateSnoop,
                      public accounting::StatSource {
 public:
  using Config = PrivateCacheConfig;

  PrivateCaches(const sc_core::sc_module_name& name, const Config& config,
                base::Frequency frequency);

 private:
  void access(protocol::Access& access);

 public:
  kernel::Target<&PrivateCaches::access> cpu_side{"cpu_side", *this};
  kernel::Initiator<protocol::Access, PrivateSnoop> mem_side{"mem_side", *this};

  /// Selects the dispatcher's delivery. Precondition: before the run.
  void deliver_in(kernel::Dispatcher& dispatcher) { execution_ = kernel::Execution(dispatcher); }
  /// Looks up the L1 and then the L2. kMiss: neither holds the line. kBlocked: the access is a
  /// flush or needs write permission.
  kernel::LookUp look_up(protocol::Access& access);
  /// Returns true if the L1 or L2 holds the line, and with write permission if `writable`.
  bool holds(base::LineAddress line, bool writable) const;
  /// Completes an access that has missed at the current time. Called in SystemC time.
  void miss(protocol::Access& access) { complete(access, kernel::LookUp::kMiss); }

  /// Evicts every line from `time` on, one look-up each, for core `core`. Must not be called from
  /// inside an access.
  struct Flushed {
    std::int64_t lines = 0;
    base::Time span;
  };
  Flushed flush(base::CoreId core, base::Time time);

  bool snoop(base::LineAddress line, Demand demand) override;
  void report(accounting::StatWriter& writer) const override;
  void reset_statistics() override { counts_ = {}; }

 private:
  using Entry = PrivateArray::Entry;
  struct PrivateCacheStats {
    std::int64_t l1_hits = 0;
    std::int64_t l2_hits = 0;
    std::int64_t misses = 0;
    std::int64_t upgrades = 0;
  };

  static void serve(protocol::Access& access, base::Time lookup, const Entry& entry);
  kernel::LookUp use_l1(protocol::Access& access, Entry& entry);
  kernel::LookUp look_up_l2(protocol::Access& access);
  [[gnu::noinline]] void miss_l1(protocol::Access& access);
  [[gnu::noinline]] void complete(protocol::Access& access, kernel::LookUp found);
  void send_to_home(protocol::Access& access);
  void fetch(protocol::Access& access);
  void upgrade(protocol::Access& access);
  void flush_line(protocol::Access& access);
  base::Time wait_for_mshr(base::Time start);
  void allocate_mshr(protocol::Access& access, base::Time wait) const;
  bool is_outstanding(base::LineAddress line) const {
    return std::find(outstanding_.begin(), outstanding_.end(), line) != outstanding_.end();
  }
  bool must_wait(const protocol::Access& access) const {
    if (outstanding_.empty()) return false;
    return is_outstanding(access.line) || outstanding_.size() >= mshrs_;
  }
  kernel::LookUp retry(protocol::Access& access);
  void issue(protocol::Access& access);
  void fill_l1(base::LineAddress line, base::Time ready_at, bool writable, bool dirty);
  void fill_l2(base::LineAddress line, const protocol::Access& access);
  void relinquish(const Entry& in_l2, base::CoreId core, base::Time time);

  void end_of_elaboration() override {
    to_agent_ = mem_side.destination();
    agent_prefetcher_ = mem_side.prefetcher();
  }

  // Fields of a hit in one host cache line, then fields of a miss.
  alignas(64) PrivateArray l1_;
  base::Time l1_hit_;
  PrivateCacheStats counts_;

  alignas(64) PrivateArray l2_;
  base::Time l2_hit_;
  kernel::Destination<protocol::Access> to_agent_;
  kernel::Prefetcher<protocol::Access> agent_prefetcher_;
  std::vector<base::Time> in_flight_;  ///< Completion times of misses that may be outstanding.
  std::size_t mshrs_;

  // State of accesses that overlap.
  kernel::Execution execution_;
  std::vector<base::LineAddress> outstanding_;  ///< Lines with an outstanding miss.
  kernel::KeyedWaitingFibers<base::LineAddress>
      for_lines_;  ///< Accesses that wait for one of these lines.
  kernel::WaitingFibers for_registers_;
};

}  // namespace starnuma::cache
