// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/reachable_bandwidth.h"

#include "testbenches/memory/bound.h"

namespace starnuma::app {

namespace {

analysis::ChannelReads reads_of(const memory::DramConfig& channel, memory_bench::StreamKind kind) {
  memory_bench::Stream stream;
  stream.kind = kind;
  memory_bench::Load load;
  load.outstanding *= channel.subchannels;
  const auto measured = memory_bench::measure(channel, stream, load);
  const auto limit = memory_bench::bound_of(channel, stream, load, measured.issued);
  memory_bench::Load any = load;
  any.outstanding = static_cast<int>(measured.issued.size());
  const auto bound = memory_bench::bound_of(channel, stream, any, measured.issued);
  return {measured.bytes_per_second, to_string(limit), bound.bytes_per_second, to_string(bound)};
}

}  // namespace

analysis::Reachable ReachableBandwidth::operator()(const memory::DramConfig& channel) {
  const auto [known, added] = known_.try_emplace(&channel);
  if (added) {
    known->second = {reads_of(channel, memory_bench::StreamKind::kSequential),
                     reads_of(channel, memory_bench::StreamKind::kRandom)};
  }
  return known->second;
}

}  // namespace starnuma::app
