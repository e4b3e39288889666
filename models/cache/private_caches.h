// SPDX-License-Identifier: Apache-2.0
// A core's private L1 and L2 (the L2 holds all that the L1 holds).
//
// Contract: cpu_side takes translated accesses in call order and answers with the time the data are
// there; mem_side asks the socket's caching agent and tells it of each line given up, clean or
// dirty, so that the agent's core-valid bits are exact. A flush takes the line out of both and goes
// on to the agent, whether it was here or not.
// Timing: L1 hit, L1+L2 hit, or both look-ups and what lies behind; a line on its way answers when
// it arrives (MSHR merge); misses wait for one of `mshrs` registers. In SystemC time an access to a
// line under way waits on its fiber and then looks again.
// Not modelled: ports and banks of the arrays, prefetchers.
#pragma once

#include <systemc>
#include <vector>

#include "models/accounting/stats.h"
#include "models/cache/cache_config.h"
#include "models/cache/private_array_function.h"
#include "models/cache/private_snoop.h"
#include "models/kernel/queued_dispatcher.h"

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

  /// Accesses that go out are under way in SystemC time. Before the run.
  void deliver_in(kernel::QueuedDispatcher& dispatcher) { in_time_ = &dispatcher; }
  /// The L1 or L2 has the line, with the right that the access needs.
  bool at_once(const protocol::Access& access) const;

  /// Gives every line up at `time`, one look-up after the other, for core `core`; not from inside
  /// an access.
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
  struct Counts {
    std::int64_t l1_hits = 0;
    std::int64_t l2_hits = 0;
    std::int64_t misses = 0;
    std::int64_t upgrades = 0;
  };

  static void serve(protocol::Access& access, base::Time look_up, const Entry& entry);
  [[gnu::noinline]] void miss_l1(protocol::Access& access);
  void go_out(protocol::Access& access);
  [[gnu::noinline]] void upgrade(protocol::Access& access);
  void flush_line(protocol::Access& access);
  base::Time wait_for_mshr(base::Time start);
  void take_mshr(protocol::Access& access, base::Time wait) const;
  [[gnu::noinline]] bool waited(const protocol::Access& access);
  bool is_under_way(base::LineAddress line) const;
  void go_out_in_time(protocol::Access& access);
  void fill_l1(base::LineAddress line, base::Time ready_at, bool writable, bool dirty);
  void fill_l2(base::LineAddress line, const protocol::Access& access);
  void give_up(const Entry& in_l2, base::CoreId core, base::Time time);

  void end_of_elaboration() override {
    to_agent_ = mem_side.destination();
    agent_prefetcher_ = mem_side.prefetcher();
  }

  // What a hit needs, in one host cache line; then what a miss needs.
  alignas(64) PrivateArray l1_;
  base::Time l1_hit_;
  Counts counts_;

  alignas(64) PrivateArray l2_;
  base::Time l2_hit_;
  kernel::Destination<protocol::Access> to_agent_;
  kernel::Prefetcher<protocol::Access> agent_prefetcher_;
  std::vector<base::Time> in_flight_;  ///< Completion times of misses that may still be running.
  std::size_t mshrs_;

  // In SystemC time.
  kernel::QueuedDispatcher* in_time_ = nullptr;  ///< Null: immediate delivery.
  std::vector<base::LineAddress> under_way_;     ///< Lines that are asked for.
  kernel::WaitingFibers for_lines_;              ///< Accesses that wait for one of them.
  kernel::WaitingFibers for_registers_;
};

}  // namespace starnuma::cache
