// SPDX-License-Identifier: Apache-2.0
// Statistics of loaded_latency.
#include <algorithm>

#include "stimulus/synthetic/loaded_latency.h"

namespace starnuma::stimulus {
namespace {

using base::Time;

double gigabytes_per_second(double lines, Time time) {
  return time.ps() > 0 ? 1000 * lines * base::kLineBytes / static_cast<double>(time.ps()) : 0;
}

}  // namespace

std::vector<std::string> LoadedLatency::check() const {
  std::vector<std::string> mismatches;
  for (std::size_t c = 0; c < curves_.size(); ++c) {
    for (std::size_t number = 0; number < curves_[c].points.size(); ++number) {
      if (curves_[c].points[number].finished) continue;
      mismatches.push_back("loaded_latency: class " + parameters_.targets[c].name + ", point " +
                           std::to_string(number) + " was not measured");
    }
  }
  return mismatches;
}

void LoadedLatency::report(accounting::StatWriter& out) const {
  const accounting::StatWriter workload = out.under("loaded_latency");
  for (std::size_t c = 0; c < curves_.size(); ++c) {
    report(workload.under(parameters_.targets[c].name), curves_[c]);
  }
}

void LoadedLatency::report(const accounting::StatWriter& out, const Curve& curve) const {
  const auto achieved = [](const Point& point) {
    return gigabytes_per_second(point.traffic.lines(), point.time);
  };
  const auto held = [](const Point& point) {
    const auto accesses = static_cast<double>(point.measured.accesses);
    return accesses > 0 ? static_cast<double>(point.measured.held) / accesses : 0;
  };
  double by_littles_law = achieved(curve.points.back());
  for (std::size_t number = curve.points.size(); number-- > 0;) {
    const Point& point = curve.points[number];
    if (held(point) > 0.5) by_littles_law = std::min(by_littles_law, achieved(point));
  }
  for (std::size_t number = 0; number < curve.points.size(); ++number) {
    const Point& point = curve.points[number];
    accounting::StatWriter here = out.under(std::to_string(number));
    here.write("injected", achieved(curve.points.back()) * parameters_.percents[number] / 100,
               "GB/s", "load that the generators offer; the last point is the maximum");
    here.write("achieved", achieved(point), "GB/s",
               "bandwidth of the memory while the probe measured, reads and writes");
    here.write("latency",
               point.loads > 0 ? point.latency.ns() / static_cast<double>(point.loads) : 0, "ns",
               "mean latency of the probe's loads");
    here.write("least_latency", point.least_latency.ns(), "ns",
               "latency of the probe's fastest load");
    here.write("loads", point.loads, "1", "loads of the probe that were measured");
    here.write("read_share", point.traffic.read_share(), "%",
               "share of reads in what the memory carried");
    here.write("held", held(point), "1",
               "share of the generators' accesses that waited for an outstanding miss");
    here.write(
        "littles_law_from", by_littles_law, "GB/s",
        "offered load of the curve from which most accesses wait for an outstanding miss, so "
        "latency is outstanding misses over bandwidth");
  }
}

std::uint64_t LoadedLatency::work_units() const {
  std::uint64_t lines = 0;
  for (const Curve& curve : curves_) {
    for (const Point& point : curve.points) lines += point.done.accesses + point.loads;
  }
  return lines;
}

std::uint64_t LoadedLatency::expected_instructions() const {
  const auto generators = static_cast<std::uint64_t>(parameters_.generators);
  return parameters_.targets.size() * generators * 3 * fill_accesses();
}

}  // namespace starnuma::stimulus
