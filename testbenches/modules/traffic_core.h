// SPDX-License-Identifier: Apache-2.0
// A core that makes random accesses to a few lines, several of them outstanding at once.
//
// Contract: each access has its own fiber. begin() starts a number of accesses. A core at its limit
// of outstanding accesses continues when one completes.
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "models/base/random.h"
#include "models/kernel/queued_dispatcher.h"
#include "models/kernel/sockets.h"
#include "models/protocol/access.h"
#include "testbenches/modules/shape.h"
#include "testbenches/modules/watch.h"

namespace starnuma::modules_bench {

/// Lines and pace of one phase of a run.
struct PhaseTraffic {
  std::vector<base::LineAddress>
      lines;  ///< Lines; a line that occurs twice is used twice as often.
  base::Time longest_gap;
  int stores = 0;  ///< Per hundred accesses, as the fields below; the rest are loads.
  int atomics = 0;
  int flushes = 0;
  int current_loads = 0;
};

class TrafficCore : public sc_core::sc_module, private kernel::EventTarget {
 public:
  /// Creates a core; `number` counts all cores of the machine.
  TrafficCore(const sc_core::sc_module_name& name, int number, const Shape& shape,
              std::uint64_t seed, kernel::QueuedDispatcher& dispatcher, Watch& watch)
      : sc_module(name),
        number_(number),
        max_outstanding_(static_cast<std::size_t>(shape.under_way)),
        random_(seed),
        dispatcher_(dispatcher),
        watch_(watch) {}

  kernel::Initiator<protocol::Access> cpu{"cpu"};

  void begin(std::uint64_t accesses, const PhaseTraffic& traffic);
  std::size_t under_way() const { return under_way_.size(); }
  /// Returns a description of the oldest outstanding access.
  std::string oldest() const;
  base::Time oldest_since() const { return under_way_.front().access.issued; }

 private:
  struct Outstanding {
    std::uint64_t number;
    protocol::Access access;
  };
  void due(int, kernel::Envelope*) override;
  void issue();
  void go_on_later(base::Time gap);
  protocol::Access draw();

  int number_;
  std::size_t max_outstanding_;
  base::Random random_;
  kernel::QueuedDispatcher& dispatcher_;
  Watch& watch_;
  const PhaseTraffic* traffic_ = nullptr;
  std::uint64_t left_ = 0;
  std::uint64_t issued_ = 0;
  bool asleep_ = true;  ///< True until an access completes.
  std::vector<Outstanding> under_way_;
};

}  // namespace starnuma::modules_bench
