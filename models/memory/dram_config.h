// SPDX-License-Identifier: Apache-2.0
// Fields of a DRAM channel.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "models/base/fields.h"
#include "models/base/ids.h"
#include "models/base/problems.h"
#include "models/base/quantities.h"
#include "models/memory/address_mapping.h"
#include "models/timing/dram_policies.h"
#include "models/timing/dram_rules.h"

template <>
struct starnuma::base::EnumNames<starnuma::timing::PagePolicy> {
  static constexpr std::array<std::string_view, 3> kNames{"closed", "open", "adaptive"};
};
template <>
struct starnuma::base::EnumNames<starnuma::timing::RefreshPolicy> {
  static constexpr std::array<std::string_view, 4> kNames{"disabled", "all_bank", "same_bank",
                                                          "per_bank"};
};

namespace starnuma::memory {

/// Fields of a memory controller's queues, those of one data bus.
struct QueueConfig {
  static constexpr int kMost = 255;

  int read_buffer = 64;
  int write_buffer = 1;
  int write_high = 1;
  int write_low = 0;
  base::Time speculative_wait;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("read_buffer", read_buffer,
            "reads among which a sub-channel's controller chooses the next command",
            base::between(1, kMost));
    v.field("write_buffer", write_buffer, "writes that a sub-channel's controller holds",
            base::between(1, kMost));
    v.field("write_high", write_high, "writes held from which they are drained",
            base::between(1, kMost));
    v.field("write_low", write_low, "writes held at which draining ends", base::between(0, kMost));
    v.field("speculative_wait", speculative_wait,
            "wait beyond which a read is dropped whose data an owner may have");
  }
  void check(base::Problems& problems) const {
    if (write_low < write_high && write_high <= write_buffer) return;
    problems.add_misfit({"write_low", "write_high", "write_buffer"},
                        "expected write_low < write_high <= write_buffer");
  }
};

/// Way in which a memory writes a part of a line.
enum class PartialWritesAre : std::uint8_t { kReadModifyWrite, kMasked };

/// Energy of the commands of a channel, over all devices of a rank.
struct DramEnergy {
  double activate_pj = 0;
  double read_pj = 0;
  double write_pj = 0;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("activate_pj", activate_pj, "energy of an activate with its precharge, in pJ",
            base::between(0, 1'000'000));
    v.field("read_pj", read_pj, "energy of reading a line from an open row, with the bus, in pJ",
            base::between(0, 1'000'000));
    v.field("write_pj", write_pj, "energy of writing a line to an open row, with the bus, in pJ",
            base::between(0, 1'000'000));
  }
};

struct DramConfig {
  std::optional<std::string> standard;
  base::Frequency clock;
  int subchannels = 1;
  int ranks = 0;
  int bank_groups = 0;
  int banks_per_group = 0;
  base::Bytes row;
  Mapping mapping = Mapping::kBankFirst;
  timing::PagePolicy page_policy = timing::PagePolicy::kClosed;
  timing::RefreshPolicy refresh = timing::RefreshPolicy::kAllBank;
  base::Cycles controller;
  QueueConfig queues;
  timing::DramTimings timings;
  std::optional<DramEnergy> energy = std::nullopt;
  std::optional<double> usd_per_gib = std::nullopt;
  std::optional<PartialWritesAre> partial_writes = std::nullopt;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("standard", standard, "standard that the memory follows, as DDR5: a name for reports");
    v.field("clock", clock, "clock of the command bus, half the data rate", base::at_least(1));
    v.field("subchannels", subchannels,
            "data buses of the channel: DDR5 sub-channels, HBM pseudo channels",
            base::between(1, 16));
    v.field("ranks", ranks, "ranks on the channel", base::between(1, 16));
    v.field("bank_groups", bank_groups, "bank groups of a rank", base::between(1, 64));
    v.field("banks_per_group", banks_per_group, "banks of a bank group", base::between(1, 64));
    v.field("row", row, "row of one sub-channel, over all its devices",
            base::between(base::kLineBytes, 1 << 20));
    v.field("mapping", mapping, "which address bits pick bank group, bank, rank, column and row");
    v.field("page_policy", page_policy, "whether a row stays open after an access");
    v.field("refresh", refresh, "set of banks that are refreshed together");
    v.field("controller", controller, "memory controller and PHY, both ways, in memory clocks");
    queues.visit(v);
    timings.visit(v);
    v.optional_group("energy", energy, "energy of its commands; absent: not counted");
    v.field("usd_per_gib", usd_per_gib, "price of a GiB in US dollars; none: not counted",
            base::between(0, 1'000'000));
    v.field("partial_writes", partial_writes,
            "how a part of a line is written: read_modify_write, which ECC requires, or masked; "
            "none: read_modify_write");
  }
  void check(base::Problems& problems) const {
    if (timings.t_ras < timings.t_rcd) {
      problems.add_misfit({"t_ras", "t_rcd"}, base::to_string(timings.t_ras),
                          " is less than t_rcd, ", base::to_string(timings.t_rcd),
                          ": a row closes after it was read");
    }
    queues.check(problems);
    check_refresh(problems);
  }
  /// An access must fit between two refreshes.
  void check_refresh(base::Problems& problems) const {
    if (refresh == timing::RefreshPolicy::kNone) return;
    const bool same_bank = refresh != timing::RefreshPolicy::kAllBank;
    const timing::DramRules rules(timings, clock);
    const base::Time interval = same_bank ? rules.refi_sb : rules.refi;
    const base::Time length = same_bank ? rules.rfc_sb : rules.rfc;
    const base::Time cycle = std::max(rules.bank_cycle(true), rules.bank_cycle(false));
    if (length + rules.rp + cycle < interval) return;
    problems.add_misfit({same_bank ? "t_refi_sb" : "t_refi", same_bank ? "t_rfc_sb" : "t_rfc",
                         "t_rtp", "t_wr", "t_rp", "t_rc"},
                        "leaves no time for an access between two refreshes");
  }

  timing::DramShape shape() const { return {ranks, bank_groups, banks_per_group}; }
  timing::DramPolicies policies() const {
    return {page_policy,        refresh, queues.write_high, queues.write_low, queues.read_buffer,
            queues.write_buffer};
  }

  /// The data bus of one sub-channel.
  base::Bandwidth subchannel_bandwidth() const {
    return base::Bandwidth(base::kLineBytes * clock.value / timings.burst.value);
  }
  base::Bandwidth bandwidth() const { return subchannel_bandwidth() * subchannels; }
  /// A read of a closed idle bank: the unloaded latency of the channel.
  base::Time unloaded_read() const {
    return base::ClockRatio(clock).time_of(controller.value + timings.t_rcd.value +
                                           timings.t_cl.value + timings.burst.value);
  }
  /// A read of a line in the write buffer.
  base::Time buffer_read() const { return base::ClockRatio(clock).time_of(controller.value); }
  /// A read of an open row on an idle bus.
  base::Time row_hit_read() const {
    return base::ClockRatio(clock).time_of(controller.value + timings.t_cl.value +
                                           timings.burst.value);
  }
};

}  // namespace starnuma::memory

template <>
struct starnuma::base::EnumNames<starnuma::memory::PartialWritesAre> {
  static constexpr std::array<std::string_view, 2> kNames{"read_modify_write", "masked"};
};
