// SPDX-License-Identifier: Apache-2.0
#include "models/memory/ddr5_channel.h"

#include "models/base/ids.h"
#include "models/kernel/now.h"

namespace starnuma::memory {
Ddr5Channel::Ddr5Channel(const sc_core::sc_module_name& name, const Config& config)
    : sc_module(name),
      unloaded_read_(config.unloaded_read()),
      to_data_(base::ClockRatio(config.clock).time_of(config.t_rcd.value + config.t_cl.value)),
      bank_cycle_(config.bank_cycle()),
      burst_(config.subchannel_bandwidth.time_for(base::Bytes(base::kLineBytes))) {
  for (Subchannel& subchannel : subchannels_) {
    subchannel.banks.resize(static_cast<std::size_t>(config.banks_per_subchannel));
  }
}

void Ddr5Channel::access(protocol::MemoryRequest& request) {
  // Neighbouring lines alternate between sub-channels and walk through the banks; higher bits are
  // folded in so that power-of-two strides spread as well.
  const std::uint64_t line = request.line_in_node;
  Subchannel& subchannel = subchannels_[line & 1];
  const std::uint64_t folded = (line >> 1) ^ (line >> 6) ^ (line >> 11);
  timing::BusyWindow& bank = subchannel.banks[folded % subchannel.banks.size()];

  const base::Time bank_wait = bank.book(request.time, bank_cycle_, request.horizon);
  const base::Time at_bus = request.time + bank_wait + to_data_;
  const base::Time wait = bank_wait + subchannel.bus.book(at_bus, burst_, request.horizon);

  ++(request.write ? counts_.writes : counts_.reads);
  counts_.wait += wait;
  if (request.write) return;
  request.time += wait + unloaded_read_;
  if (request.ledger == nullptr) return;
  request.ledger->add(base::LatencyKind::kDramQueue, wait);
  request.ledger->add(base::LatencyKind::kDramArray, unloaded_read_);
}

void Ddr5Channel::report(base::StatWriter& writer) const {
  const std::int64_t accesses = counts_.reads + counts_.writes;
  const double elapsed = static_cast<double>((kernel::now() - window_start_).ps());
  writer.write("reads", static_cast<double>(counts_.reads), "1", "lines read");
  writer.write("writes", static_cast<double>(counts_.writes), "1", "lines written");
  writer.write("mean_wait", accesses > 0 ? counts_.wait.ns() / static_cast<double>(accesses) : 0,
               "ns", "mean wait of an access for bank and data bus");
  writer.write("utilisation",
               elapsed > 0 ? static_cast<double>((burst_ * accesses).ps()) / 2 / elapsed : 0, "1",
               "share of the measured time that the data buses were busy");
}

void Ddr5Channel::reset_statistics() {
  counts_ = {};
  window_start_ = kernel::now();
}

}  // namespace starnuma::memory
