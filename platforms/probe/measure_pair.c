// SPDX-License-Identifier: Apache-2.0
#include <time.h>

#include "platforms/probe/clock.h"
#include "platforms/probe/generators.h"
#include "platforms/probe/probe.h"
#include "platforms/probe/samples.h"

enum {
  kChunk = 256,  ///< loads between two clock readings: 25 ns of about 25 us
  kShares = 3,
};

/// Rates in percent of full speed. Latency rises most in the upper half.
static const int kPaces[] = {10, 25, 40, 55, 70, 80, 90, 100};
enum { kPaceCount = sizeof kPaces / sizeof kPaces[0] };

/// Objects of a measurement between two nodes.
typedef struct {
  Probe* probe;
  const Node* cpus;
  Target* target;
  Chase* chase;
} Pair;

static double total(Traffic traffic) { return traffic.read + traffic.written; }

static void rest(double seconds) {
  const struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
  nanosleep(&time, NULL);
}

/// Fills caches with this traffic, so that evictions are of its kind: until as many bytes were
/// transferred as the caches hold, but not longer than the following samples.
static void settle(const Pair* pair, const Generators* generators, double seconds) {
  const double kLook = 0.001;
  const double enough = (double)last_level_bytes(&pair->probe->topology, pair->cpus);
  const double most = now() + kRepetitions * seconds;
  do {
    rest(kLook);
  } while (total(generators_traffic(generators)) < enough && now() < most);
}

static Load load_on(const Pair* pair, const IdSet* cores, ReadShare share, double rate) {
  return (Load){
      .cores = *cores,
      .memory = &pair->target->stream,
      .position = &pair->target->position,
      .line_bytes = (size_t)pair->probe->topology.line_bytes,
      .share = share,
      .bytes_per_second = rate,
      .ticks_per_second = pair->probe->ticks_per_second,
  };
}

static void name_pair(const Pair* pair, Json* json) {
  json_number(json, "cpus", pair->cpus->id);
  json_number(json, "memory", pair->target->node->id);
}

static void measure_idle(const Pair* pair, double seconds) {
  progress(&pair->probe->budget, "idle latency of node %d from node %d", pair->target->node->id,
           pair->cpus->id);
  const double each = sample_seconds(seconds, kRepetitions);
  Samples samples = {0};
  for (int i = 0; i < kRepetitions; ++i) {
    samples_add(&samples, chase_sample(pair->chase, each, kChunk));
  }
  Json* const json = &pair->probe->idle;
  json_open(json, NULL, '{');
  name_pair(pair, json);
  samples_write(&samples, json, "latency", "ns", 2);
  json_close(json, '{');
}

/// Time span in which `threads` cores should run only the probe.
typedef struct {
  int threads;
  double seconds;
  double own;
} Span;

static Span span_begin(int threads) { return (Span){threads, -now(), -process_time()}; }

static void span_end(Span* span) {
  span->seconds += now();
  span->own += process_time();
}

/// Returns the share of the cores' time that other work did not take.
static double undisturbed(const Span* span) { return span->own / (span->threads * span->seconds); }

/// Result of one sample of generators and of the concurrent chain.
typedef struct {
  Span span;
  double bandwidth;  ///< GB/s, including the chain's own loads
  double latency;    ///< ns; 0 without a chain
  double share;      ///< share of reads in percent
} Sample;

/// Waits at least `seconds`, and until the system has scheduled any of the threads.
static void rest_until_moved(const Generators* generators, Traffic before, double seconds) {
  const double kPatience = 5;
  const double most = now() + kPatience;
  do {
    rest(seconds);
  } while (total(generators_traffic(generators)) == total(before) && now() < most);
}

static Sample sample_once(const Pair* pair, const Generators* generators, int threads,
                          bool with_chain, double seconds) {
  Sample sample = {.span = span_begin(threads)};
  const size_t loads = pair->chase->loads;
  const Traffic before = generators_traffic(generators);
  if (with_chain) sample.latency = chase_sample(pair->chase, seconds, kChunk);
  if (!with_chain) rest_until_moved(generators, before, seconds);
  Traffic after = generators_traffic(generators);
  span_end(&sample.span);
  after.read += (double)(pair->chase->loads - loads) * (double)pair->probe->topology.line_bytes;
  const double bytes = total(after) - total(before);
  sample.bandwidth = bytes / sample.span.seconds / 1e9;
  sample.share = 100 * (after.read - before.read) / bytes;
  return sample;
}

/// Repeats a sample while other work disturbs it, and keeps the least disturbed one.
static Sample sample_quietly(const Pair* pair, const Generators* generators, int threads,
                             bool with_chain, double seconds) {
  enum { kTries = 4 };
  const double kEnough = 0.97;
  const Budget* const budget = &pair->probe->budget;
  Sample best = sample_once(pair, generators, threads, with_chain, seconds);
  for (int i = 1; i < kTries && undisturbed(&best.span) < kEnough && budget_for_more(budget); ++i) {
    const Sample sample = sample_once(pair, generators, threads, with_chain, seconds);
    if (undisturbed(&sample.span) > undisturbed(&best.span)) best = sample;
  }
  pair->probe->core_seconds += best.span.threads * best.span.seconds;
  pair->probe->own_seconds += best.span.own;
  return best;
}

static void measure_bandwidth(const Pair* pair, const IdSet* cores, ReadShare share,
                              double seconds) {
  progress(&pair->probe->budget, "bandwidth of node %d from node %d, cores: %d, %d %% reads",
           pair->target->node->id, pair->cpus->id, ids_count(cores), (int)share);
  const double each = sample_seconds(seconds, 2 * kRepetitions);
  const Load load = load_on(pair, cores, share, 0);
  Generators* const generators = generators_start(&load);
  if (!generators) {
    note(&pair->probe->notes, "the system gives no threads for bandwidth");
    return;
  }
  settle(pair, generators, each);
  Samples samples = {0};
  for (int i = 0; i < kRepetitions; ++i) {
    const Sample sample = sample_quietly(pair, generators, ids_count(cores), false, each);
    samples_add(&samples, sample.bandwidth);
  }
  generators_stop(generators);
  Json* const json = &pair->probe->bandwidth;
  json_open(json, NULL, '{');
  name_pair(pair, json);
  json_number(json, "cores", ids_count(cores));
  json_text(json, "read_share", "%d %%", (int)share);
  samples_write(&samples, json, "bandwidth", "GB/s", 3);
  json_close(json, '{');
}

typedef struct {
  Samples bandwidth;
  Samples latency;
  Samples share;
} Point;

/// Measures one point; returns false if threads cannot be created. The rate is in bytes per second,
/// 0 for full speed.
static bool measure_point(const Pair* pair, const Load* load, double seconds, Point* point) {
  *point = (Point){0};
  Generators* const generators = generators_start(load);
  if (!generators) return false;
  if (load->bytes_per_second == 0) settle(pair, generators, seconds);
  const int threads = ids_count(&load->cores) + 1;
  for (int i = 0; i < kRepetitions; ++i) {
    const Sample sample = sample_quietly(pair, generators, threads, true, seconds);
    samples_add(&point->bandwidth, sample.bandwidth);
    samples_add(&point->latency, sample.latency);
    samples_add(&point->share, sample.share);
  }
  generators_stop(generators);
  return true;
}

static void write_curve(const Pair* pair, int generators, ReadShare share, const Point* points) {
  Json* const json = &pair->probe->loaded;
  json_open(json, NULL, '{');
  name_pair(pair, json);
  json_number(json, "generators", generators);
  json_text(json, "read_share", "%d %%", (int)share);
  json_open(json, "points", '[');
  for (int p = 0; p < kPaceCount; ++p) {
    json_open(json, NULL, '{');
    json_text(json, "pace", "%d %%", kPaces[p]);
    json_text(json, "reached_read_share", "%.1f %%", samples_median(&points[p].share));
    samples_write(&points[p].bandwidth, json, "bandwidth", "GB/s", 3);
    samples_write(&points[p].latency, json, "latency", "ns", 2);
    json_close(json, '{');
  }
  json_close(json, '[');
  json_close(json, '{');
}

/// Measures full speed first, because rates are fractions of it. Its best sample counts, because
/// disturbances only reduce speed.
static void measure_curve(const Pair* pair, const IdSet* cores, ReadShare share, double seconds) {
  const double each = sample_seconds(seconds, (kPaceCount + 1) * kRepetitions);
  Point points[kPaceCount];
  double full = 0;
  for (int p = kPaceCount - 1; p >= 0; --p) {
    progress(&pair->probe->budget, "node %d under load from node %d, %d %% reads, pace %d %%",
             pair->target->node->id, pair->cpus->id, (int)share, kPaces[p]);
    const Load load = load_on(pair, cores, share, full * kPaces[p] / 100);
    if (!measure_point(pair, &load, each, &points[p])) {
      note(&pair->probe->notes, "the system gives no threads for latency under load");
      return;
    }
    if (full == 0) full = 1e9 * samples_max(&points[p].bandwidth);
  }
  write_curve(pair, ids_count(cores), share, points);
}

void measure_pair(Probe* probe, const Node* cpus, Target* target, Chase* chase, double seconds) {
  const double kIdle = 0.2, kBandwidth = 0.2, kLoaded = 0.6;
  const Pair pair = {probe, cpus, target, chase};
  stay_on(probing_core(cpus));
  measure_idle(&pair, kIdle * seconds);

  IdSet one = {0};
  ids_add(&one, probing_core(cpus));
  const double each = kBandwidth * seconds / (kShares + 1);
  measure_bandwidth(&pair, &one, kReadsOnly, each);
  if (ids_count(&cpus->cores) == 1) {
    note(&probe->notes, "node %d has one core that can be used: no latency under load from there",
         cpus->id);
    return;
  }
  IdSet others = {0};
  for (int cpu = ids_next(&cpus->cores, 0); cpu >= 0; cpu = ids_next(&cpus->cores, cpu + 1)) {
    if (cpu != probing_core(cpus)) ids_add(&others, cpu);
  }
  for (int s = 0; s < kShares; ++s) measure_bandwidth(&pair, &cpus->cores, kReadShares[s], each);
  for (int s = 0; s < kShares; ++s) {
    measure_curve(&pair, &others, kReadShares[s], kLoaded * seconds / kShares);
  }
}
