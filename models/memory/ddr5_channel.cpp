// SPDX-License-Identifier: Apache-2.0
#include "models/memory/ddr5_channel.h"

#include "models/base/ids.h"
#include "models/kernel/now.h"

namespace starnuma::memory {
namespace {

/// The refreshes of the two sub-channels and of their ranks are spread over an interval.
Subchannel subchannel(const Ddr5Config& config, const timing::DramRules& rules, int index) {
  return {config.shape(), rules, config.page_policy, config.refresh,
          rules.refi + rules.refi * index / (2 * config.ranks)};
}

}  // namespace

Ddr5Channel::Ddr5Channel(const sc_core::sc_module_name& name, const Config& config)
    : sc_module(name),
      unloaded_{config.unloaded_read(), config.row_hit_read()},
      burst_(base::ClockRatio(config.clock).time_of(config.timings.burst.value)),
      mapping_(config.mapping, config.shape(),
               static_cast<std::uint64_t>(config.row.value / base::kLineBytes)),
      rules_(config.timings, config.clock),
      subchannels_{subchannel(config, rules_, 0), subchannel(config, rules_, 1)} {}

void Ddr5Channel::access(protocol::MemoryRequest& request) {
  const AddressMapping::Place place = request.line_in_node == prefetched_line_
                                          ? prefetched_place_
                                          : mapping_.of(request.line_in_node);
  const Subchannel::Served served = subchannels_[place.subchannel].serve(
      {place.bank, place.row, request.write}, request.time, request.horizon);
  const bool hit = served.row == timing::RowOutcome::kHit;

  ++(request.write ? counts_.writes : counts_.reads);
  counts_.row_hits += hit;
  counts_.row_conflicts += served.row == timing::RowOutcome::kConflict;
  counts_.wait += served.wait;
  if (request.write) return;
  request.time += served.wait + unloaded_[hit];
  if (request.ledger == nullptr) return;
  request.ledger->add(accounting::LatencyKind::kDramQueue, served.wait);
  request.ledger->add(accounting::LatencyKind::kDramArray, unloaded_[hit]);
}

void Ddr5Channel::report(accounting::StatWriter& writer) const {
  const std::int64_t accesses = counts_.reads + counts_.writes;
  const auto share = [&](double of) {
    return accesses > 0 ? of / static_cast<double>(accesses) : 0;
  };
  const double elapsed = static_cast<double>((kernel::now() - window_start_).ps());
  writer.write("reads", static_cast<double>(counts_.reads), "1", "lines read");
  writer.write("writes", static_cast<double>(counts_.writes), "1", "lines written");
  writer.write("row_hits", share(static_cast<double>(counts_.row_hits)), "1",
               "share of the accesses that found their row open");
  writer.write("row_conflicts", share(static_cast<double>(counts_.row_conflicts)), "1",
               "share of the accesses that found another row open");
  writer.write("mean_wait", share(counts_.wait.ns()), "ns",
               "mean wait of an access for bank, data bus and refresh");
  writer.write("utilisation",
               elapsed > 0 ? static_cast<double>((burst_ * accesses).ps()) / 2 / elapsed : 0, "1",
               "share of the measured time that the data buses were busy");
}

void Ddr5Channel::reset_statistics() {
  counts_ = {};
  window_start_ = kernel::now();
}

}  // namespace starnuma::memory
