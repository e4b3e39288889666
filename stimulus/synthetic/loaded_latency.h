// SPDX-License-Identifier: Apache-2.0
// Loaded latency: the latency of a memory as a function of its bandwidth utilization.
//
// Contract:
// - The first core of the requester's socket is the probe, a pointer chase over cold lines. The
//   other cores of the socket are load generators. Each one has its own lines of the same home, and
//   at most `in_flight` outstanding misses.
// - The points without load are measured first, for all classes. For each class, the generators
//   then fill the caches with the lines that will be evicted, and run at full rate, which is the
//   last point. The points between are shares of that rate.
// - A point starts when its queues are in a steady state and ends with its chase. Its bandwidth and
//   read share are those of the home's memory during this time.
// - Every access is issued when simulated time has reached it, so the individual waits of the probe
//   are in order.
// - Cores of other sockets only take part in barriers.
//
// Stores through the caches fetch a line first and write it back later, so at least half of the
// traffic is reads. Uncached accesses either read or write, a whole line or a part of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/random.h"
#include "models/core/thread.h"
#include "stimulus/synthetic/line_order.h"
#include "stimulus/synthetic/probe_chain.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

struct LoadedLatencyParameters {
  /// Access class, or "home", and the home that represents it.
  struct Target {
    std::string name;
    base::NodeId home{};
  };
  std::vector<Target> targets;
  int probe_thread = 0;
  /// Number of generators, which are the threads after the probe; without a chase, the first
  /// thread is one of them.
  int generators = 1;
  bool chase = true;   ///< Runs a probe; otherwise only bandwidth is measured.
  int in_flight = 16;  ///< Maximum number of outstanding misses of a generator.
  std::uint64_t cached_lines = 0;
  bool caches_shrink = false;  ///< The caches are scaled with the footprint.
  std::vector<int> percents;   ///< Percentages of the maximum rate, from 0 to 100.
  int loads = ProbeChains::kMostLines;
  int pages = 8;
  int read_share = 100;  ///< Percentage of reads in the memory traffic.
  bool cached = true;    ///< Accesses of generators use the caches.
  /// Kind of uncached stores: of whole lines or of parts.
  protocol::AccessKind uncached_store = protocol::AccessKind::kUncachedStore;
  Pattern pattern = Pattern::kSequential;
  bool paced = false;  ///< Gaps are constant; otherwise exponentially distributed.
  int scale = 20;
};

class LoadedLatency final : public Workload {
 public:
  using Parameters = LoadedLatencyParameters;
  using Target = Parameters::Target;

  LoadedLatency(const Parameters& parameters, std::uint64_t seed);

  void build(base::Arena& arena) override;
  void watch(accounting::MemoryMeter meter) override { meter_ = std::move(meter); }
  void run(core::Thread& thread) override;
  std::vector<std::string> check() const override;
  base::Footprint footprint() const override { return graph_footprint(parameters_.scale); }
  base::Bytes host_bytes() const override;
  void report(accounting::StatWriter& out) const override;
  std::uint64_t work_units() const override;
  std::string_view work_unit_name() const override { return "line"; }
  std::uint64_t expected_instructions() const override;

 private:
  /// Progress of generators.
  struct Pace {
    std::uint64_t accesses = 0;
    std::uint64_t held = 0;  ///< Number of accesses that waited for an earlier miss.
  };
  /// Point of a class: parameters from the probe to the generators, and the result.
  struct Point {
    base::Time gap;         ///< Mean time between accesses of a generator; 0 for no pause.
    bool finished = false;  ///< The probe has completed the point.
    Pace done;
    base::Time begin;  ///< Start of the measurement; the counts at that time follow.
    Pace done_before;
    accounting::MemoryTraffic traffic_before;
    Pace measured;
    accounting::MemoryTraffic traffic;
    std::uint64_t loads = 0;
    base::Time time;
    base::Time latency;  ///< Total latency of all loads.
    base::Time least_latency;
  };
  /// Points of one class.
  struct Curve {
    ProbeChains chains;
    base::SimArray<std::uint64_t> lines;
    std::vector<Point> points;
  };
  int first_chain(std::size_t number) const;
  /// Returns the thread's number as a generator; values outside of 0 to generators - 1 are not
  /// generators.
  int generator_of(const core::Thread& thread) const;
  void run_point(core::Thread& thread, std::size_t curve, std::size_t number);
  void probe(core::Thread& thread, std::size_t curve, std::size_t number);
  void chase(core::Thread& thread, std::size_t curve, Point& point, int chain);
  void generate(core::Thread& thread, std::size_t curve, std::size_t number, int generator);
  void open(Point& point, std::size_t curve, base::Time now) const;
  void close(Point& point, std::size_t curve, base::Time now) const;
  void watch(Point& point, std::size_t curve, base::Time begin, base::Time now) const;
  void fill(core::Thread& thread, Curve& curve, int generator);
  void set_gaps(Curve& curve) const;
  core::Ready access(core::Thread& thread, const Curve& curve, int generator, core::Ready after);
  base::Time gap(base::Random& random, base::Time mean) const;
  std::uint64_t fill_accesses() const;
  void report(const accounting::StatWriter& out, const Curve& curve) const;

  Parameters parameters_;
  std::uint64_t seed_;
  std::uint64_t cached_lines_;
  std::uint64_t lines_each_;      ///< Lines per generator.
  std::uint64_t stores_in_2_32_;  ///< Number of stores per 2^32 accesses.
  accounting::MemoryMeter meter_ = [](base::NodeId) { return accounting::MemoryTraffic{}; };
  std::vector<Curve> curves_;  ///< One curve per target.
  /// By generator: its place in its lines, kept from point to point.
  std::vector<std::uint64_t> next_;
  std::vector<base::Random> random_;  ///< Selection of stores, by generator.
};

}  // namespace starnuma::stimulus
