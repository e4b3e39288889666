// SPDX-License-Identifier: Apache-2.0
#include "models/memory/dram_channel.h"

#include "models/base/ids.h"
#include "models/kernel/now.h"

namespace starnuma::memory {
namespace {

/// The refreshes of sub-channels and of their ranks are spread over an interval.
Subchannel subchannel(const DramConfig& config, const timing::DramRules& rules, int index) {
  return {config.shape(), rules, config.policies(), config.queues,
          rules.refi + rules.refi * index / (config.subchannels * config.ranks)};
}

}  // namespace

DramChannel::DramChannel(const sc_core::sc_module_name& name, const Config& config)
    : sc_module(name),
      unloaded_{config.unloaded_read(), config.row_hit_read()},
      buffer_read_(config.buffer_read()),
      burst_(base::ClockRatio(config.clock).time_of(config.timings.burst.value)),
      mapping_(config.mapping, config.subchannels, config.shape(),
               static_cast<std::uint64_t>(config.row.value / base::kLineBytes)),
      rules_(config.timings, config.clock),
      energy_(config.energy),
      masks_(config.partial_writes == PartialWritesAre::kMasked) {
  subchannels_.reserve(static_cast<std::size_t>(config.subchannels));
  for (int s = 0; s < config.subchannels; ++s) {
    subchannels_.push_back(subchannel(config, rules_, s));
  }
}

void DramChannel::access(protocol::MemoryRequest& request) {
  const AddressMapping::Location location = request.line_in_node == prefetched_line_
                                                ? prefetched_location_
                                                : mapping_.of(request.line_in_node);
  if (!request.write) return read(request, location);
  counts_.partial += request.partial;
  if (request.partial && !masks_) read(request, location);
  write(request, location);
}

void DramChannel::read(protocol::MemoryRequest& request, const AddressMapping::Location& location) {
  const Subchannel::Served served =
      subchannel_at(location).read(request.line_in_node, {location.bank, location.row, false},
                                   request.time, request.horizon, request.speculative);
  request.dropped = served.from == Subchannel::Served::From::kNowhere;
  counts_.dropped += request.dropped;
  if (request.dropped) return;
  const bool buffered = served.from == Subchannel::Served::From::kBuffer;
  const base::Time array =
      buffered ? buffer_read_ : unloaded_[served.row == timing::RowOutcome::kHit];
  (request.speculative ? counts_.speculative : counts_.reads).add(served.wait);
  counts_.from_buffer += buffered;
  request.time += served.wait + array;
  if (request.ledger == nullptr) return;
  request.ledger->add(accounting::LatencyKind::kDramQueue, served.wait);
  request.ledger->add(accounting::LatencyKind::kDramArray, array);
}

void DramChannel::write(protocol::MemoryRequest& request,
                        const AddressMapping::Location& location) {
  const base::Time accepted = subchannel_at(location).write(
      request.line_in_node, {location.bank, location.row, true}, request.time, request.horizon);
  const base::Time wait = accepted - request.time;
  counts_.writes.add(wait);
  request.time = accepted;
  if (request.ledger != nullptr) request.ledger->add(accounting::LatencyKind::kDramQueue, wait);
}

accounting::MemoryTraffic DramChannel::traffic() const {
  return {static_cast<double>(counts_.reads.count + counts_.speculative.count),
          static_cast<double>(counts_.writes.count)};
}

void DramChannel::report(accounting::StatWriter& writer) const {
  const Subchannel::ArrayCounts array = array_counts().since(before_window_);
  const auto count = [](std::int64_t n) { return static_cast<double>(n); };
  const auto share = [&](std::int64_t n) {
    return array.bursts > 0 ? count(n) / count(array.bursts) : 0;
  };
  const auto subchannel_count = static_cast<std::int64_t>(subchannels_.size());
  const double elapsed = static_cast<double>((kernel::now() - window_start_).ps());
  writer.write("reads", traffic().reads, "1", "lines read");
  writer.write("reads.speculative", count(counts_.speculative.count), "1",
               "speculative reads, issued while an owner is snooped that may have the data");
  writer.write("reads.dropped", count(counts_.dropped), "1",
               "speculative reads that were dropped because of their wait");
  writer.write("reads.from_buffer", count(counts_.from_buffer), "1",
               "lines read from the write buffer");
  writer.write("writes", traffic().writes, "1", "lines written");
  if (counts_.partial > 0) {
    writer.write("writes.partial", count(counts_.partial), "1", "writes of a part of a line");
  }
  writer.write("writes.merged", count(array.merged), "1",
               "writes to a line that the write buffer already held");
  writer.write("write_drains", count(array.drains), "1",
               "number of times that the write buffer was drained");
  writer.write("row_hits", share(array.row_hits), "1",
               "share of the array's accesses that found their row open");
  writer.write("row_conflicts", share(array.row_conflicts), "1",
               "share of the array's accesses that found another row open");
  writer.write("mean_read_wait", counts_.reads.mean_ns(), "ns",
               "mean wait for bank, data bus and refresh of a read that is not speculative");
  writer.write("mean_speculative_wait", counts_.speculative.mean_ns(), "ns",
               "mean wait for bank, data bus and refresh of a speculative read");
  writer.write("mean_write_wait", counts_.writes.mean_ns(), "ns",
               "mean wait of a write for a free entry of the write buffer");
  writer.write(
      "utilisation",
      elapsed > 0 ? count((burst_ * array.bursts).ps()) / count(subchannel_count) / elapsed : 0,
      "1", "share of the measured time that the data buses were busy");
  if (energy_) report_energy(array, writer);
}

/// Reports the energy of the commands to the array. Lines read from the write buffer, and lines
/// that are still in it, took none.
void DramChannel::report_energy(const Subchannel::ArrayCounts& array,
                                accounting::StatWriter& writer) const {
  const std::int64_t reads = counts_.reads.count + counts_.speculative.count - counts_.from_buffer;
  const auto nanojoules = [](std::int64_t events, double picojoules) {
    return static_cast<double>(events) * picojoules / 1000;
  };
  writer.write("energy.activate", nanojoules(array.bursts - array.row_hits, energy_->activate_pj),
               "nJ", "energy of activates and their precharges");
  writer.write("energy.read", nanojoules(reads, energy_->read_pj), "nJ",
               "energy of lines read from open rows");
  writer.write("energy.write", nanojoules(array.bursts - reads, energy_->write_pj), "nJ",
               "energy of lines written to open rows");
}

Subchannel::ArrayCounts DramChannel::array_counts() const {
  Subchannel::ArrayCounts sum;
  for (const Subchannel& subchannel : subchannels_) sum += subchannel.counts(kernel::now());
  return sum;
}

void DramChannel::reset_statistics() {
  counts_ = {};
  before_window_ = array_counts();
  window_start_ = kernel::now();
}

}  // namespace starnuma::memory
