// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/summary_tables.h"

#include <cstdio>
#include <utility>

namespace starnuma::app {
namespace {

using run::CapacityChange;
using run::CapacityChangeKind;

std::string name_of(const CapacityChange& change, const assembly::MachineConfig& machine) {
  const std::string what =
      change.tag != 0 ? "tag " + std::to_string(change.tag)
                      : "extent " + machine.extents[static_cast<std::size_t>(change.extent)].name;
  const std::string host = machine.host_name(change.host);
  switch (change.kind) {
    case CapacityChangeKind::kAdd:
      return "add of " + what + " to host " + host;
    case CapacityChangeKind::kRelease:
      return "release of " + what + " by host " + host;
    case CapacityChangeKind::kForcedRelease:
      break;
  }
  return "forced release of " + what + " from host " + host;
}

/// Returns "12 pages (48 KiB)".
std::string pages(double count) {
  const auto whole = static_cast<std::int64_t>(count);
  return std::to_string(whole) + (whole == 1 ? " page (" : " pages (") +
         base::to_string(base::Bytes(whole * base::kPageBytes)) + ")";
}

/// Statistics of one event.
class Figures {
 public:
  Figures(std::string head, const std::map<std::string, double>& stats)
      : head_(std::move(head)), stats_(stats) {}

  bool any() const { return stats_.count(head_ + "at") != 0; }
  double operator[](const char* name) const { return stats_.at(head_ + name); }

 private:
  std::string head_;
  const std::map<std::string, double>& stats_;
};

/// Returns "157.9 us".
std::string microseconds(double ns) {
  char text[40];
  std::snprintf(text, sizeof text, "%.1f us", ns / 1000);
  return text;
}

std::string refusal(CapacityChangeKind kind, const Figures& figures) {
  if (kind == CapacityChangeKind::kAdd) {
    return "the device has " + pages(figures["free_pages"]) + " together that are free";
  }
  if (figures["bytes"] == 0) return "the host does not have it";
  return pages(figures["pages_left"]) + " are in use there, other memory has room for " +
         pages(figures["free_pages"]);
}

std::string outcome(CapacityChangeKind kind, const Figures& figures) {
  if (!figures.any()) return ": not before the end";
  if (figures["refused"] != 0) return ": refused, " + refusal(kind, figures);
  if (figures["time"] == 0) return ": pending at the end";
  std::string text =
      ": " + pages(figures["bytes"] / base::kPageBytes) + " after " + microseconds(figures["time"]);
  if (kind == CapacityChangeKind::kRelease) text += ", " + pages(figures["pages_moved"]) + " moved";
  if (kind == CapacityChangeKind::kForcedRelease)
    text += ", " + pages(figures["pages_lost"]) + " lost";
  return text;
}

}  // namespace

std::string capacity_text(const std::vector<CapacityChange>& changes,
                          const assembly::MachineConfig& machine,
                          const std::map<std::string, double>& stats) {
  std::string text;
  for (std::size_t e = 0; e < changes.size(); ++e) {
    const CapacityChange& change = changes[e];
    const std::string head =
        "host." + machine.host_name(change.host) + ".capacity." + std::to_string(e) + ".";
    text += "At " + base::to_string(change.at) + " " + name_of(change, machine) +
            outcome(change.kind, Figures(head, stats)) + "\n";
  }
  return text;
}

}  // namespace starnuma::app
