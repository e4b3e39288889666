// SPDX-License-Identifier: Apache-2.0
#include "testbenches/memory/channels.h"

#include "models/base/ids.h"

namespace starnuma::memory_bench {

using memory::Subchannel;

LineMap::LineMap(const memory::DramConfig& config, int channels)
    : channels_(channels, base::Bytes(base::kLineBytes)),
      subchannels_(config.subchannels),
      mapping_(config.mapping, config.subchannels, config.shape(),
               static_cast<std::uint64_t>(config.row.value / base::kLineBytes)) {}

LinePlace LineMap::of(std::uint64_t line) const {
  const auto channel = channels_.place_of(line);
  const auto place = mapping_.of(channel.line_in_channel);
  return {channel.channel * subchannels_ + place.subchannel, place.bank, place.row};
}

Channels::Channels(const memory::DramConfig& config, int channels)
    : config_(config), rules_(config.timings, config.clock), map_(config, channels) {
  buses_.reserve(static_cast<std::size_t>(channels * config.subchannels));
  for (int bus = 0; bus < channels * config.subchannels; ++bus) {
    const int phase = bus % config.subchannels;
    buses_.emplace_back(config.shape(), rules_, config.policies(), config.queues,
                        rules_.refi + rules_.refi * phase / (config.subchannels * config.ranks));
  }
}

base::Time Channels::read(std::uint64_t line, base::Time at) {
  const LinePlace place = map_.of(line);
  const Subchannel::Served served = buses_[static_cast<std::size_t>(place.bus)].read(
      line, {place.bank, place.row, false}, at, at);
  const bool buffered = served.from == Subchannel::Served::From::kBuffer;
  const bool hit = served.row == timing::RowOutcome::kHit;
  return at + served.wait +
         (buffered ? config_.buffer_read()
          : hit    ? config_.row_hit_read()
                   : config_.unloaded_read());
}

base::Time Channels::write(std::uint64_t line, base::Time at) {
  const LinePlace place = map_.of(line);
  return buses_[static_cast<std::size_t>(place.bus)].write(line, {place.bank, place.row, true}, at,
                                                           at);
}

double Channels::row_hits() const {
  Subchannel::ArrayCounts sum;
  for (const Subchannel& bus : buses_) sum += bus.counts(timing::DramScheduler::kForever);
  return static_cast<double>(sum.row_hits) / static_cast<double>(sum.bursts);
}

}  // namespace starnuma::memory_bench
