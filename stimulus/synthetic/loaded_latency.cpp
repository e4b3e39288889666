// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/loaded_latency.h"

#include <algorithm>

#include "models/base/check.h"
#include "models/base/random.h"
#include "stimulus/definition.h"

namespace starnuma::stimulus {
namespace {

using base::Time;

constexpr std::uint64_t kWordsPerLine = base::kLineBytes / sizeof(std::uint64_t);
constexpr int kWarmLoads = 16;       ///< The probe's first loads, while queues fill.
constexpr Time kSettle(20'000'000);  ///< After a barrier, until its traffic is gone.
constexpr Time kLead(10'000);        ///< The probe's front end is so far ahead of its loads.

bool sooner(core::Ready a, core::Ready b) { return a.ticks < b.ticks; }

double gigabytes_per_second(std::uint64_t lines, Time time) {
  const auto bytes = static_cast<double>(lines * base::kLineBytes);
  return time.ps() > 0 ? 1000 * bytes / static_cast<double>(time.ps()) : 0;
}

std::vector<LoadedLatency::Target> targets_of(const std::string& wanted, int requester,
                                              const MachineShape& shape) {
  std::vector<LoadedLatency::Target> targets;
  std::vector<std::string> known;
  for (int c = 0; c < shape.class_rows.count(); ++c) {
    const auto home = shape.home_of(static_cast<accounting::AccessClass>(c), requester);
    if (!home) continue;
    known.push_back(shape.class_rows.row(static_cast<accounting::AccessClass>(c)).name);
    if (wanted == "all" || wanted == known.back()) targets.push_back({known.back(), *home});
  }
  if (targets.empty()) {
    throw base::InputError("workload loaded_latency: class=" + wanted + " is not one that socket " +
                           std::to_string(requester) + " has on this machine; legal: all, " +
                           join(known));
  }
  return targets;
}

std::unique_ptr<Workload> make_loaded_latency(const Options& options, const MachineShape& shape,
                                              std::uint64_t seed) {
  const auto requester = static_cast<int>(options.number("requester"));
  if (shape.threads_on(requester) == 1) {
    throw base::InputError("workload loaded_latency: socket " + std::to_string(requester) +
                           " has one core for it; it needs one for the probe and at least one for "
                           "the load");
  }
  LoadedLatency::Parameters parameters;
  parameters.targets = targets_of(options.text("class"), requester, shape);
  parameters.probe_thread = shape.first_thread_on(requester);
  parameters.generators = shape.threads_on(requester) - 1;
  parameters.in_flight = shape.misses_in_flight;
  parameters.points = static_cast<int>(options.number("points"));
  parameters.lines = static_cast<int>(options.number("lines"));
  parameters.write_percent = static_cast<int>(options.number("write_percent"));
  parameters.scale = static_cast<int>(options.number("scale"));
  return std::make_unique<LoadedLatency>(parameters, seed);
}

}  // namespace

void LoadedLatency::build(base::Arena& arena) {
  const auto lines = static_cast<std::uint64_t>(parameters_.lines) *
                     static_cast<std::uint64_t>(parameters_.generators);
  for (const Target& target : parameters_.targets) {
    for (int number = 0; number < parameters_.points; ++number) {
      Point& point = points_.emplace_back();
      point.chain.build(arena, target.home, LineChain::kMaxLines, seed_ + points_.size());
      if (number == 0) continue;
      point.lines = arena.allocate<std::uint64_t>("load", lines * kWordsPerLine,
                                                  base::Touch::on_node(target.home));
    }
  }
}

void LoadedLatency::run(core::Thread& thread) {
  thread.barrier();
  if (thread.index() == parameters_.probe_thread) thread.begin_measurement();
  const std::size_t targets = parameters_.targets.size();
  for (std::size_t target = 0; target < targets; ++target) {
    run_point(thread, point(target, 0), true);
  }
  const int all = parameters_.points - 1;
  for (std::size_t target = 0; target < targets; ++target) {
    run_point(thread, point(target, all), false);
    if (thread.index() == parameters_.probe_thread) set_gaps(target);
    for (int number = 1; number < all; ++number) run_point(thread, point(target, number), false);
  }
}

void LoadedLatency::run_point(core::Thread& thread, Point& point, bool idle) {
  thread.barrier();
  const int role = thread.index() - parameters_.probe_thread;
  if (role == 0) {
    probe(thread, point);
  } else if (role > 0 && role <= parameters_.generators && !idle) {
    generate(thread, point, role - 1);
  }
}

void LoadedLatency::probe(core::Thread& thread, Point& point) const {
  point.chain.warm(thread);
  thread.pause_until(thread.time() + kSettle);
  Time begin;
  Time before;
  std::uint64_t used_before = 0;
  std::uint64_t loads = 0;
  point.chain.walk_while(thread, [&](core::Ready arrived) {
    // Loads leave in the order of simulated time, yet each the moment the one before is there.
    thread.pause_until(thread.time(arrived) - kLead);
    const Time now = thread.time(arrived);
    if (++loads == kWarmLoads) {
      begin = now;
      used_before = point.used;
    }
    if (loads > kWarmLoads) {
      const Time latency = now - before;
      const bool first = point.measured_loads == 0;
      point.least_latency = first ? latency : std::min(latency, point.least_latency);
      point.measured_loads = loads - kWarmLoads;
      point.measured_time = now - begin;
      point.measured_lines = point.measured_loads + point.used - used_before;
    }
    before = now;
    return !point.finished;
  });
  point.finished = true;
}

void LoadedLatency::generate(core::Thread& thread, Point& point, int generator) const {
  const auto g = static_cast<std::uint64_t>(generator);
  const auto lines = static_cast<std::uint64_t>(parameters_.lines);
  const auto writes = static_cast<std::uint64_t>(parameters_.write_percent);
  const auto widest = static_cast<std::uint64_t>(2 * point.gap.ps() + 1);
  base::Random random(seed_ ^ (g + 1) << 32 ^ widest);
  std::vector<core::Ready> in_flight(static_cast<std::size_t>(parameters_.in_flight));
  Time due = thread.time() + kSettle + Time(static_cast<std::int64_t>(random.below(widest)));
  for (std::uint64_t i = 0; i < lines; ++i) {
    core::Ready& slot = *std::min_element(in_flight.begin(), in_flight.end(), sooner);
    thread.pause_until(std::max(due, thread.time(slot)));
    if (point.finished) return;
    const std::uint64_t word = (g * lines + i) * kWordsPerLine;
    slot = thread.load(point.lines, word).ready;
    if ((i + 1) * writes / 100 != i * writes / 100) thread.store(point.lines, word, i, slot);
    ++point.used;
    due += Time(static_cast<std::int64_t>(random.below(widest)));
  }
  point.finished = true;
}

/// Shares the bandwidth of the last point out over the others.
void LoadedLatency::set_gaps(std::size_t target) {
  const Point& all = point(target, parameters_.points - 1);
  if (all.measured_lines == 0) return;
  const Time a_line = all.measured_time / static_cast<std::int64_t>(all.measured_lines);
  for (int number = 1; number < parameters_.points - 1; ++number) {
    point(target, number).gap = a_line * parameters_.generators * (parameters_.points - 1) / number;
  }
}

std::vector<std::string> LoadedLatency::check() const {
  std::vector<std::string> mismatches;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (points_[i].measured_loads > 0) continue;
    const auto points = static_cast<std::size_t>(parameters_.points);
    mismatches.push_back("loaded_latency: class " + parameters_.targets[i / points].name +
                         ", point " + std::to_string(i % points) +
                         ": the load ended before the probe could measure; more lines are needed");
  }
  return mismatches;
}

double LoadedLatency::injected(std::size_t target, int number) const {
  const auto points = static_cast<std::size_t>(parameters_.points);
  const Point& all = points_[target * points + points - 1];
  return gigabytes_per_second(all.measured_lines, all.measured_time) * number /
         (parameters_.points - 1);
}

void LoadedLatency::report(accounting::StatWriter& out) const {
  const accounting::StatWriter workload = out.under("loaded_latency");
  const auto points = static_cast<std::size_t>(parameters_.points);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& point = points_[i];
    const int number = static_cast<int>(i % points);
    accounting::StatWriter here =
        workload.under(parameters_.targets[i / points].name).under(std::to_string(number));
    here.write("injected", injected(i / points, number), "GB/s",
               "load that the generators offer; the last point: as much as they can");
    here.write("achieved", gigabytes_per_second(point.measured_lines, point.measured_time), "GB/s",
               "lines that generators and probe accessed while the probe measured");
    const auto loads = static_cast<double>(point.measured_loads);
    here.write("latency", loads > 0 ? point.measured_time.ns() / loads : 0, "ns",
               "mean latency of the probe's loads");
    here.write("least_latency", point.least_latency.ns(), "ns",
               "latency of the probe's fastest load");
    here.write("loads", loads, "1", "loads of the probe that were measured");
  }
}

std::uint64_t LoadedLatency::work_units() const {
  std::uint64_t lines = 0;
  for (const Point& point : points_) lines += point.used + point.measured_loads;
  return lines;
}

std::uint64_t LoadedLatency::expected_instructions() const {
  return points_.size() * static_cast<std::uint64_t>(parameters_.generators) *
         static_cast<std::uint64_t>(parameters_.lines);
}

Definition define_loaded_latency() {
  return {
      "loaded_latency",
      "one core measures latency while the others of its socket load the same memory",
      {OptionRule::socket("requester", 0),
       OptionRule::choice("class", {"all", "local", "one_hop", "two_hop", "pool"}),
       OptionRule::number("points", 11, 3, 101), OptionRule::number("lines", 4096, 256, 1 << 20),
       OptionRule::number("write_percent", 0, 0, 100), scale_rule()},
      make_loaded_latency};
}

}  // namespace starnuma::stimulus
