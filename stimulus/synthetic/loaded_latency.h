// SPDX-License-Identifier: Apache-2.0
// Latency under load: how the latency of a memory grows as its bandwidth is used up.
//
// Contract: on the requester's socket the first core is the probe, which follows a chain of cold
// lines; all others are load generators, which read (or read and write) their own cold lines of the
// same home, each at most `in_flight` at a time. The points without load come first, of all
// classes. Then, class by class, the generators go as fast as they can, which is the last point;
// that bandwidth, divided evenly, is the injected load of the points between. Gaps between a
// generator's accesses are random, uniform from nothing to twice the mean. A point's achieved
// bandwidth counts what generators and probe access while the probe measures. Every access is made
// when simulated time has come to it, so single waits of the probe are in order. A line is never
// used twice; other cores only take part in barriers. Not modelled: streaming stores; a written
// line is fetched first and written back when it leaves the caches.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/thread.h"
#include "stimulus/synthetic/line_chain.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

class LoadedLatency final : public Workload {
 public:
  /// A class of accesses and the home that stands for it.
  struct Target {
    std::string name;
    base::NodeId home{};
  };
  struct Parameters {
    std::vector<Target> targets;
    int probe_thread = 0;
    int generators = 1;  ///< The threads after the probe.
    int in_flight = 16;  ///< Misses that a generator may have under way.
    int points = 11;
    int lines = 4096;  ///< Of each generator and point.
    int write_percent = 0;
    int scale = 20;
  };

  LoadedLatency(const Parameters& parameters, std::uint64_t seed)
      : parameters_(parameters), seed_(seed) {}

  void build(base::Arena& arena) override;
  void run(core::Thread& thread) override;
  std::vector<std::string> check() const override;
  base::Footprint footprint() const override { return graph_footprint(parameters_.scale); }
  void report(accounting::StatWriter& out) const override;
  std::uint64_t work_units() const override;
  std::string_view work_unit_name() const override { return "line"; }
  std::uint64_t expected_instructions() const override;

 private:
  /// One point of one class: its data, what the probe tells the generators, and the result.
  struct Point {
    LineChain chain;
    base::SimArray<std::uint64_t> lines;
    base::Time gap;          ///< Mean time between accesses of a generator; 0: no pause.
    bool finished = false;   ///< The probe has what it needs, or a generator ran out of lines.
    std::uint64_t used = 0;  ///< Lines that generators have accessed.
    std::uint64_t measured_lines = 0;
    std::uint64_t measured_loads = 0;  ///< Of these: the probe's.
    base::Time measured_time;
    base::Time least_latency;  ///< Of the measured loads.
  };

  Point& point(std::size_t target, int number) {
    return points_[target * static_cast<std::size_t>(parameters_.points) +
                   static_cast<std::size_t>(number)];
  }
  void run_point(core::Thread& thread, Point& point, bool idle);
  void probe(core::Thread& thread, Point& point) const;
  void generate(core::Thread& thread, Point& point, int generator) const;
  void set_gaps(std::size_t target);
  double injected(std::size_t target, int number) const;

  Parameters parameters_;
  std::uint64_t seed_;
  std::vector<Point> points_;  ///< By target, then by load: none first, all that is possible last.
};

}  // namespace starnuma::stimulus
