// SPDX-License-Identifier: Apache-2.0
#include "platforms/wave/lanes.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "models/base/address_text.h"

namespace starnuma::wave {

using base::Time;
using observers::Hop;
using observers::HopKind;
using observers::HopLog;

namespace {

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string scope_of(const observers::Track& track) {
  return track.part.empty() ? track.object : track.object + "." + track.part;
}

/// Distributes hops of one track and class over lanes: each hop uses the first free lane.
void deal(const HopLog& log, const std::vector<std::uint32_t>& hops, std::vector<Lane>& out) {
  std::vector<Lane> lanes;
  std::vector<Time> free_at;
  const Hop& first = log.hops[hops.front()];
  const std::string name(observers::name_of(first.hop_class, log.classes));
  for (const std::uint32_t h : hops) {
    const Hop& hop = log.hops[h];
    std::size_t lane = 0;
    while (lane < lanes.size() && free_at[lane] > hop.begin) ++lane;
    if (lane == lanes.size()) {
      lanes.push_back(
          {scope_of(log.tracks[first.track]), name + std::to_string(lane), first.hop_class, {}});
      free_at.emplace_back();
    }
    lanes[lane].hops.push_back(h);
    free_at[lane] = shown_end(hop);
  }
  out.insert(out.end(), lanes.begin(), lanes.end());
}

Depth depth_of(const HopLog& log, std::uint32_t track, const std::vector<std::uint32_t>& hops) {
  std::map<Time, std::pair<int, int>> steps;
  for (const std::uint32_t h : hops) {
    const Hop& hop = log.hops[h];
    ++steps[hop.begin].first;
    --steps[shown_end(hop)].first;
    if (hop.wait <= Time(0)) continue;
    ++steps[hop.begin].second;
    --steps[hop.begin + hop.wait].second;
  }
  Depth depth{scope_of(log.tracks[track]), {}};
  Depth::Change now{};
  for (const auto& [time, step] : steps) {
    now = {time, now.in_box + step.first, now.waiting + step.second};
    depth.changes.push_back(now);
  }
  return depth;
}

}  // namespace

bool path_before(const std::string& a, const std::string& b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (digit(a[i]) && digit(b[j])) {
      const std::size_t from_i = i;
      const std::size_t from_j = j;
      while (i < a.size() && digit(a[i])) ++i;
      while (j < b.size() && digit(b[j])) ++j;
      const std::string x = a.substr(from_i, i - from_i);
      const std::string y = b.substr(from_j, j - from_j);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    if (a[i] != b[j]) return a[i] < b[j];
    ++i;
    ++j;
  }
  return a.size() - i < b.size() - j;
}

Time shown_end(const Hop& hop) { return std::max(hop.end, hop.begin + Time(1)); }

Time start_of(const HopLog& log) {
  const Time first = log.hops.empty() ? log.from : log.hops.front().begin;
  return std::max(Time(0), first - Time(1));
}

bool has_change(const HopLog& log) {
  const Time start = start_of(log);
  return !log.hops.empty() ||
         std::any_of(log.samples.begin(), log.samples.end(), [&](const observers::Sample& sample) {
           return sample.time > start && sample.time <= log.to;
         });
}

std::string label(const Hop& hop, const std::vector<std::string>& agents) {
  std::string text =
      "#" + std::to_string(hop.transaction) + " " + hop.name + " " + base::address_text(hop.line);
  const auto to = static_cast<std::size_t>(hop.destination);
  if (hop.kind == HopKind::kMessage && to < agents.size() && !agents[to].empty()) {
    text += " to " + agents[to].substr(agents[to].find('.') + 1);
  }
  return text;
}

Layout lay_out(const HopLog& log) {
  std::map<std::pair<std::uint32_t, observers::HopClass>, std::vector<std::uint32_t>> by_class;
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_track;
  for (std::uint32_t h = 0; h < log.hops.size(); ++h) {
    const Hop& hop = log.hops[h];
    by_class[{hop.track, hop.hop_class}].push_back(h);
    if (hop.kind != HopKind::kAccess && hop.kind != HopKind::kMessage) {
      by_track[hop.track].push_back(h);
    }
  }
  Layout layout;
  for (const auto& [key, hops] : by_class) deal(log, hops, layout.lanes);
  for (const auto& [track, hops] : by_track) layout.depths.push_back(depth_of(log, track, hops));
  const auto by_scope = [](const auto& a, const auto& b) { return path_before(a.scope, b.scope); };
  std::stable_sort(layout.lanes.begin(), layout.lanes.end(), by_scope);
  std::stable_sort(layout.depths.begin(), layout.depths.end(), by_scope);
  return layout;
}

}  // namespace starnuma::wave
