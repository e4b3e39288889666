// SPDX-License-Identifier: Apache-2.0
// Memory with random latency: a read takes kArray plus up to kMostWait. It drops every fourth
// speculative read.
#pragma once

#include <systemc>

#include "models/base/random.h"
#include "models/kernel/sockets.h"
#include "models/protocol/memory_request.h"

namespace starnuma::modules_bench {

class RandomMemory : public sc_core::sc_module {
 public:
  RandomMemory(const sc_core::sc_module_name& name, std::uint64_t seed)
      : sc_module(name), random_(seed) {}

 private:
  static constexpr base::Time kArray{30'000};      ///< Assumed.
  static constexpr base::Time kMostWait{150'000};  ///< Assumed.

  void access(protocol::MemoryRequest& request) {
    request.dropped = request.speculative && random_.below(4) == 0;
    if (request.dropped) return;
    const auto waits = static_cast<std::uint64_t>(kMostWait.ps());
    advance(request, accounting::LatencyKind::kDramQueue,
            base::Time(static_cast<std::int64_t>(random_.below(waits))));
    if (!request.write) advance(request, accounting::LatencyKind::kDramArray, kArray);
  }
  static void advance(protocol::MemoryRequest& request, accounting::LatencyKind kind,
                      base::Time span) {
    request.time += span;
    request.ledger->add(kind, span);
  }

 public:
  kernel::Target<&RandomMemory::access> mem_side{"mem_side", *this};

 private:
  base::Random random_;
};

}  // namespace starnuma::modules_bench
