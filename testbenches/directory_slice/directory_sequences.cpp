// SPDX-License-Identifier: Apache-2.0
#include "testbenches/directory_slice/directory_sequences.h"

#include <algorithm>
#include <numeric>

#include "testbenches/rtl_support/reset_times.h"

namespace starnuma::testbenches {

namespace {

using protocol::RequesterEvent;

/// Returns different random lines, a few more than the directory has ways.
std::vector<std::uint64_t> random_lines(const DirectorySet& set, base::Random& random) {
  std::vector<std::uint64_t> lines(std::size_t{1} << set.line_width);
  std::iota(lines.begin(), lines.end(), 0);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    std::swap(lines[i], lines[i + random.below(lines.size() - i)]);
  }
  lines.resize(std::min(lines.size(), std::size_t(set.slices * set.sets * set.ways) + 3));
  return lines;
}

HostAccess random_access(const DirectorySet& set, const std::vector<std::uint64_t>& lines,
                         std::size_t in_use, base::Random& random) {
  // Loads and stores more often than evictions, so that snoops find copies.
  constexpr RequesterEvent kAccesses[] = {RequesterEvent::kLoad,   RequesterEvent::kLoad,
                                          RequesterEvent::kStore,  RequesterEvent::kStoreLine,
                                          RequesterEvent::kEvict,  RequesterEvent::kEvict,
                                          RequesterEvent::kEvict,  RequesterEvent::kDrop,
                                          RequesterEvent::kWeaken, RequesterEvent::kLoadCurrent};
  // Two hosts have half of the accesses, so that they often use a line again.
  const int hosts = random.below(2) == 0 ? 2 : set.hosts;
  return {static_cast<int>(random.below(static_cast<std::uint64_t>(hosts))),
          lines[random.below(in_use)], kAccesses[random.below(std::size(kAccesses))]};
}

}  // namespace

void play_random(DirectoryLockstep& bench, const TrafficMode& mode, base::Random& random,
                 int cycles) {
  const DirectorySet& set = bench.set();
  const std::vector<std::uint64_t> lines = random_lines(set, random);
  ResetTimes resets(random, cycles, set.sets);
  std::optional<int> slow_host;
  for (int cycle = 0; cycle < cycles; ++cycle) {
    const int phase = cycle >> 8;
    // Traffic to fewer lines than ways meets in lines, to more lines in ways.
    const std::size_t in_use = phase % 3 == 0 ? 2 : lines.size();
    // After a burst, later requests do not hide one that waits for nothing.
    const bool starts = phase % 4 == 1 ? cycle % 64 < 12 : random.below(8) != 0;
    const bool slow_memory = phase % 8 == 2;
    const bool slow_snoops = phase % 8 == 4;
    const bool slow_answers = phase % 8 == 6;
    const auto slowly = [&] { return random.below(16) == 0; };
    if (cycle % 64 == 0) {
      slow_host.reset();
      if (random.below(2) == 0) slow_host = static_cast<int>(random.below(2));
    }
    DirectoryInputs in;
    in.reset = resets.reset(cycle, bench.outputs().req_ready || !bench.outputs().quiet);
    if (starts) in.start = random_access(set, lines, in_use, random);
    in.slow_host = slow_host;
    in.offer_req = mode.offer(random);
    in.offer_rwd = mode.offer(random);
    in.offer_birsp = mode.offer(random);
    in.deliver_bisnp = mode.offer(random);
    in.deliver_rsp = mode.offer(random);
    in.bisnp_ready = slow_snoops ? slowly() : mode.take(random);
    in.rsp_ready = slow_answers ? slowly() : mode.take(random);
    in.mem_ready = slow_answers ? slowly() : mode.take(random);
    in.mem_answers = slow_memory ? slowly() : mode.take(random);
    in.mem_drops = random.below(4) == 0;
    in.choice = static_cast<std::uint32_t>(random.below(std::uint64_t{1} << 32));
    bench.step(in);
  }
  bench.drain();
}

}  // namespace starnuma::testbenches
