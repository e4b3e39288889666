// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/clock.h"
#include "platforms/probe/probe.h"
#include "platforms/probe/samples.h"

enum {
  kLeastChain = 4096,  ///< bytes: well inside any first-level cache
  kChunk = 4096,       ///< loads between two clock readings: 25 ns of about 4 us
};

static void measure_clock(Probe* probe, double seconds) {
  progress(&probe->budget, "clock of the core");
  Samples samples = {0};
  core_clock(seconds);  // lets the core reach its full frequency
  for (int i = 0; i < kRepetitions; ++i) samples_add(&samples, core_clock(seconds) / 1e9);
  samples_write(&samples, &probe->clock, NULL, "GHz", 3);
}

/// Returns the largest power of two that fits into half of the cache, so that the cache holds the
/// chain.
static int64_t chain_for(const Cache* cache) {
  int64_t bytes = kLeastChain;
  while (bytes * 2 <= cache->bytes / 2) bytes *= 2;
  return bytes;
}

/// Returns the level whose latency a chain of this size shows; 0 for other sizes.
static int level_of(const Topology* topology, int64_t bytes) {
  for (int level = 1; level <= last_level(topology); ++level) {
    const Cache* const cache = cache_of_level(topology, level);
    const Cache* const below = cache_of_level(topology, level - 1);
    if (cache && chain_for(cache) == bytes && (!below || bytes > below->bytes)) return level;
  }
  return 0;
}

static void measure_size(Probe* probe, const Memory* memory, int64_t bytes, double seconds) {
  Chase chase;
  chase_build(&chase, memory, (size_t)bytes, (size_t)probe->topology.line_bytes);
  Samples samples = {0};
  for (int i = 0; i < kRepetitions; ++i) {
    samples_add(&samples, chase_sample(&chase, seconds, kChunk));
  }
  Json* const json = &probe->caches;
  json_open(json, NULL, '{');
  json_bytes(json, "size", bytes);
  const int level = level_of(&probe->topology, bytes);
  if (level > 0) json_number(json, "level", level);
  samples_write(&samples, json, "latency", "ns", 2);
  json_close(json, '{');
}

void measure_core(Probe* probe, const Memory* memory, double seconds) {
  const double kClockShare = 0.1;
  json_begin(&probe->clock);
  json_begin(&probe->caches);
  measure_clock(probe, sample_seconds(kClockShare * seconds, kRepetitions + 1));
  int sizes = 0;
  for (int64_t bytes = kLeastChain; bytes <= (int64_t)memory->bytes; bytes *= 2) ++sizes;
  const double each = sample_seconds((1 - kClockShare) * seconds, sizes * kRepetitions);
  json_open(&probe->caches, NULL, '[');
  for (int64_t bytes = kLeastChain; bytes <= (int64_t)memory->bytes; bytes *= 2) {
    progress(&probe->budget, "latency of caches, %lld KiB", (long long)bytes / 1024);
    measure_size(probe, memory, bytes, each);
  }
  json_close(&probe->caches, '[');
}
