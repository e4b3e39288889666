// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/statistics_page.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "models/base/check.h"

namespace starnuma::app {
namespace {

constexpr const char* kHead =
    R"(<!-- Written by: ./starnuma schema --statistics > docs/generated/statistics.md -->
# Statistics

Every path that `stats.json` can hold. `*` is a number, or empty if there is only one of a
kind; `<links>` is a kind of links of the machine, by default upi, numalink, cxl or memory_node, and
`<link>` one of them by its ends; `<class>` is one of local, one_hop, two_hop, pool,
block_transfer_socket and block_transfer_pool. Each kind of links also has its own part of
`run.latency`, such as those of upi below. Counts and ratios have the unit 1. If a run has programs
with names, `program.<name>` has the statistics of `run` and those under program, and
`program.<name>.workload` those of `workload`; `run.pages.fallback` exists if it is not 0. With
several hosts, the statistics of a host's modules are below `machine.host_<name>`.
)";

constexpr const char* kDigits = "0123456789";

/// Path steps that precede a class.
constexpr std::array<const char*, 6> kBeforeClass{"access_mix", "class",  "placement",
                                                  "random",     "misses", "loaded_latency"};

std::vector<std::string> steps_of(const std::string& path) {
  std::vector<std::string> steps;
  std::istringstream text(path);
  for (std::string step; std::getline(text, step, '.');) steps.push_back(step);
  return steps;
}

template <class Rows>
bool names_one(const Rows& rows, const std::string& name) {
  return std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
}

std::string unnumbered(const std::string& step) {
  const std::size_t last = step.find_last_not_of(kDigits);
  if (last == std::string::npos) return "*";
  return last + 1 == step.size() ? step : step.substr(0, last + 1) + "*";
}

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

}  // namespace

std::string pattern_of(const std::string& path, const accounting::LatencyKinds& kinds,
                       const accounting::AccessClasses& classes) {
  std::vector<std::string> steps = steps_of(path);
  const bool box = steps[0] == "machine";
  if (steps[0] == "program" || steps[0] == "host") steps[1] = "<name>";
  if (box && steps[1].rfind("host_", 0) == 0) steps.erase(steps.begin() + 1);
  if (box && steps[1] == "extents") steps[2] = "<extent>";
  const bool link = box && steps.size() > 2 && names_one(kinds.links(), steps[1]);
  if (link) {
    steps[1] = "<links>";
    steps[2] = "<link>";
  }
  std::string pattern = steps[0];
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const std::string& before = steps[i - 1];
    const bool classed =
        std::find(kBeforeClass.begin(), kBeforeClass.end(), before) != kBeforeClass.end() &&
        names_one(classes.rows(), steps[i]);
    const bool number = steps[i].find_first_not_of(kDigits) == std::string::npos;
    const bool node = (steps[0] == "program" || steps[0] == "host") && before == "memory";
    const bool object = node || (box && i + 1 < steps.size());
    pattern += '.';
    if (classed) {
      pattern += "<class>";
    } else if (number || object) {
      pattern += box && i == 1 && steps[i] == "pool" ? "pool*" : unnumbered(steps[i]);
    } else {
      pattern += steps[i];
    }
  }
  return pattern;
}

void DeclaredStatistics::add(const std::vector<accounting::Stat>& stats,
                             const accounting::LatencyKinds& kinds,
                             const accounting::AccessClasses& classes) {
  for (const accounting::Stat& stat : stats) {
    add({pattern_of(stat.path, kinds, classes), stat.unit, stat.description});
  }
}

void DeclaredStatistics::add(const Declared& declared) {
  const auto [known, is_new] = places_.try_emplace(declared.pattern, all_.size());
  if (is_new) all_.push_back(declared);
  const std::string& unit = all_[known->second].unit;
  SN_CHECK(unit == declared.unit, "statistic ", declared.pattern, ": unit ", declared.unit,
           " here and ", unit, " elsewhere");
}

/// Returns true if a program's statistic is also one of the run.
bool DeclaredStatistics::is_said(const std::string& pattern) const {
  const std::string head = "program.<name>.";
  if (pattern.rfind(head, 0) != 0) return false;
  const std::string rest = pattern.substr(head.size());
  return places_.count("run." + rest) != 0 || rest.rfind("workload.", 0) == 0;
}

std::string DeclaredStatistics::page() const {
  std::string text = kHead;
  for (const char* root : {"run", "program", "host", "faults", "workload", "machine"}) {
    text += std::string("\n## ") + root + "\n\n| Path | Unit | What it is |\n|---|---|---|\n";
    for (const Declared& row : all_) {
      if (row.pattern.rfind(std::string(root) + ".", 0) != 0 || is_said(row.pattern)) continue;
      text += "| `" + row.pattern + "` | " + row.unit + " | " + cell(row.sentence) + " |\n";
    }
  }
  return text;
}

}  // namespace starnuma::app
