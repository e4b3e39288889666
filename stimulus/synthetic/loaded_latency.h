// SPDX-License-Identifier: Apache-2.0
// Latency under load: how the latency of a memory grows as its bandwidth is used up.
//
// Contract: on the requester's socket the first core is the probe, a pointer chase over cold lines;
// all others are load generators, each with its own lines of the same home and at most `in_flight`
// misses at a time. The points without load come first, of all classes. Then, class by class, the
// generators fill the caches with what they will give up, then go as fast as they can, which is the
// last point; the points between are shares of that pace. A point begins when its queues have
// formed, lasts as long as its chase, and its bandwidth and read share are what the home's memory
// has carried meanwhile. Every access is made when simulated time has come to it, so single waits
// of the probe are in order. Other cores only take part in barriers.
// Stores through the caches fetch a line first and give it back later, so at least half of the
// traffic is reads; uncached accesses read or write.
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

class LoadedLatency final : public Workload {
 public:
  /// A class of accesses, or "home", and the home that stands for it.
  struct Target {
    std::string name;
    base::NodeId home{};
  };
  struct Parameters {
    std::vector<Target> targets;
    int probe_thread = 0;
    int generators = 1;  ///< The threads after the probe; without a chase it is one of them.
    bool chase = true;   ///< Whether there is a probe; else bandwidth alone is measured.
    int in_flight = 16;  ///< Misses that a generator may have under way.
    std::uint64_t cached_lines = 0;
    bool caches_shrink = false;  ///< With the footprint.
    std::vector<int> percents;   ///< Of all that is possible; from 0 to 100.
    int loads = ProbeChains::kMostLines;
    int pages = 8;
    int read_share = 100;  ///< Of the traffic at the memory, in per cent.
    bool cached = true;    ///< Whether generators' accesses go through the caches.
    Pattern pattern = Pattern::kSequential;
    bool poisson = true;  ///< Whether gaps are drawn (exponential), or all alike.
    int scale = 20;
  };

  LoadedLatency(Parameters parameters, std::uint64_t seed);

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
  /// What generators have done.
  struct Pace {
    std::uint64_t accesses = 0;
    std::uint64_t held = 0;  ///< Of these: waited for a miss to come back.
  };
  /// One point of one class: what the probe tells the generators, and the result.
  struct Point {
    base::Time gap;         ///< Mean time between accesses of a generator; 0: no pause.
    bool finished = false;  ///< The probe has what it needs.
    Pace done;
    base::Time begin;  ///< Of the measurement, and what was done before it.
    Pace done_before;
    accounting::MemoryTraffic traffic_before;
    Pace measured;
    accounting::MemoryTraffic traffic;
    std::uint64_t loads = 0;
    base::Time time;
    base::Time latency;  ///< Of all loads together.
    base::Time least_latency;
  };
  /// One class.
  struct Curve {
    ProbeChains chains;
    base::SimArray<std::uint64_t> lines;
    std::vector<Point> points;
  };
  int first_chain(std::size_t number) const;
  /// The thread's number as a generator; it is none outside of 0 to generators - 1.
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
  std::uint64_t lines_each_;      ///< Of a generator.
  std::uint64_t stores_in_2_32_;  ///< Of so many accesses.
  accounting::MemoryMeter meter_ = [](base::NodeId) { return accounting::MemoryTraffic{}; };
  std::vector<Curve> curves_;  ///< By target.
  std::vector<std::uint64_t>
      next_;  ///< By generator: its place in its lines, kept from point to point.
  std::vector<base::Random> random_;  ///< By generator: which accesses store.
};

}  // namespace starnuma::stimulus
