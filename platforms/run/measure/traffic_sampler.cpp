// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/measure/traffic_sampler.h"

#include <algorithm>
#include <cmath>

#include "models/base/ids.h"
#include "models/memory/dram_channel.h"
#include "models/transport/link.h"

namespace starnuma::run {
namespace {

/// Returns the module's name in an object path: "upi" for machine.upi.socket0_socket1, "socket3"
/// for machine.socket3.memory0.
std::string box_in(const std::string& path) {
  const std::size_t from = path.find('.') + 1;
  return path.substr(from, path.find('.', from) - from);
}

/// Returns the module's kind: "socket" for machine.socket3.memory0.
std::string place_in(const std::string& path) {
  std::string place = box_in(path);
  place.erase(place.find_last_not_of("0123456789") + 1);
  return place;
}

bool starts_with(const std::string& text, const char* head) { return text.rfind(head, 0) == 0; }

std::vector<accounting::Stat> stats_of(const accounting::StatSource& source) {
  std::vector<accounting::Stat> stats;
  accounting::StatWriter writer(stats);
  source.report(writer);
  return stats;
}

/// Sets a running total to its current value and returns the change.
double advance(double& total, double now) {
  const double change = now - total;
  total = now;
  return change;
}

}  // namespace

std::vector<const char*> TrafficSampler::columns_of(GroupKind kind) {
  switch (kind) {
    case GroupKind::kLinks:
      return {"bytes", "utilisation", "busiest"};
    case GroupKind::kPlaces:
      return {"dram_reads", "dram_writes"};
    case GroupKind::kNodes:
      break;
  }
  return {"dram_bytes"};
}

TrafficSampler::TrafficSampler(const sc_core::sc_object& root) {
  collect(root);
  for (const Group& group : groups_) {
    for (const char* column : columns_of(group.kind)) {
      columns_.push_back(group.name + "_" + column);
    }
  }
}

void TrafficSampler::collect(const sc_core::sc_object& object) {
  for (const sc_core::sc_object* child : object.get_child_objects()) {
    if (const auto* link = dynamic_cast<const transport::Link*>(child)) {
      add(place_in(child->name()), GroupKind::kLinks, *link);
    } else if (const auto* channel = dynamic_cast<const memory::DramChannel*>(child)) {
      add(place_in(child->name()), GroupKind::kPlaces, *channel);
      add(box_in(child->name()), GroupKind::kNodes, *channel);
    }
    collect(*child);
  }
}

void TrafficSampler::add(const std::string& group, GroupKind kind,
                         const accounting::StatSource& source) {
  auto found = std::find_if(groups_.begin(), groups_.end(), [&](const Group& known) {
    return known.name == group && known.kind == kind;
  });
  if (found == groups_.end()) found = groups_.insert(groups_.end(), {group, kind, {}});
  found->boxes.push_back({&source, {}, {}});
}

void TrafficSampler::begin() {
  for (Group& group : groups_) {
    for (Box& box : group.boxes) box = {box.source, {}, {}};
  }
}

std::vector<double> TrafficSampler::since_last(base::Time span, base::Time elapsed) {
  std::vector<double> values;
  for (Group& group : groups_) {
    if (group.kind == GroupKind::kLinks) {
      sample_links(group, span, elapsed, values);
      continue;
    }
    const auto [reads, writes] = accesses(group);
    if (group.kind == GroupKind::kNodes) {
      values.push_back((reads + writes) * base::kLineBytes);
    } else {
      values.insert(values.end(), {reads, writes});
    }
  }
  return values;
}

void TrafficSampler::sample_links(Group& group, base::Time span, base::Time elapsed,
                                  std::vector<double>& out) {
  double bytes = 0;
  double busy = 0;
  double busiest = 0;
  for (Box& box : group.boxes) {
    double now = 0;
    for (const accounting::Stat& stat : stats_of(*box.source)) {
      const bool backward = starts_with(stat.path, "backward.");
      const std::string name = stat.path.substr(stat.path.find('.') + 1);
      if (starts_with(name, "bytes.")) now += stat.value;
      if (name != "utilisation") continue;
      const double change =
          advance(box.busy[backward], std::round(stat.value * static_cast<double>(elapsed.ps())));
      busy += change;
      busiest = std::max(busiest, change);
    }
    bytes += advance(box.amount[0], now);
  }
  const auto time = static_cast<double>(span.ps());
  out.insert(out.end(),
             {bytes, busy / time / 2 / static_cast<double>(group.boxes.size()), busiest / time});
}

std::pair<double, double> TrafficSampler::accesses(Group& group) {
  double reads = 0;
  double writes = 0;
  for (Box& box : group.boxes) {
    for (const accounting::Stat& stat : stats_of(*box.source)) {
      if (stat.path == "reads") reads += advance(box.amount[0], stat.value);
      if (stat.path == "writes") writes += advance(box.amount[1], stat.value);
    }
  }
  return {reads, writes};
}

}  // namespace starnuma::run
