// SPDX-License-Identifier: Apache-2.0
// The shipped DRAM channel behind a home that requests lines; without refresh unless a test enables
// it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/memory/dram_channel.h"
#include "tests/support/elaborate.h"
#include "tests/support/shipped.h"

namespace starnuma::memory {

inline constexpr base::Time kUnloaded(50'000);
inline constexpr base::Time kBurst(3334);  // 8 clocks, rounded up

class Home : public sc_core::sc_module {
 public:
  explicit Home(const sc_core::sc_module_name& name) : sc_module(name) {}
  kernel::Initiator<protocol::MemoryRequest> out{"out"};
};

struct Answer {
  base::Time at;
  accounting::Ledger ledger;
  bool dropped = false;
};

struct ChannelBench {
  explicit ChannelBench(const std::vector<std::string>& sets = {"refresh=disabled"})
      : channel("channel", shipped(sets)) {
    home.out.bind(channel.mem_side);
    test::elaborate();
  }
  static DramConfig shipped(const std::vector<std::string>& sets) {
    std::vector<std::string> full;
    for (const std::string& set : sets) full.push_back("socket.memory.channel." + set);
    return test::shipped<DramConfig>("starnuma16_full", {"socket", "memory", "channel"}, full);
  }
  Answer request(std::uint64_t line, base::Time at, bool write, bool speculative = false,
                 bool partial = false) {
    Answer answer;
    protocol::MemoryRequest request{line, at, in_order ? at : base::Time(0), &answer.ledger, write};
    request.speculative = speculative;
    request.partial = partial;
    home.out.send(request);
    answer.at = request.time;
    answer.dropped = request.dropped;
    return answer;
  }
  /// Returns the wait of a read of `line` at `at`.
  base::Time wait(std::uint64_t line, base::Time at) {
    return request(line, at, false).at - at - kUnloaded;
  }
  std::map<std::string, double> statistics() const {
    std::vector<accounting::Stat> stats;
    accounting::StatWriter writer(stats);
    channel.report(writer);
    std::map<std::string, double> values;
    for (const accounting::Stat& stat : stats) values[stat.path] = stat.value;
    return values;
  }

  bool in_order = true;  ///< No later request has an earlier time.
  Home home{"home"};
  DramChannel channel;
};

}  // namespace starnuma::memory
