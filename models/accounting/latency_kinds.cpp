// SPDX-License-Identifier: Apache-2.0
#include "models/accounting/latency_kinds.h"

#include <algorithm>
#include <array>
#include <utility>

#include "models/base/check.h"

namespace starnuma::accounting {
namespace {

struct FixedRow {
  LatencyKind kind;
  std::string_view name;
  std::string_view sentence;
};

constexpr std::array<FixedRow, 11> kFixed{{
    {LatencyKind::kCache, "cache", "L1, L2 and LLC look-ups and the socket's path to its fabric"},
    {LatencyKind::kWalk, "walk", "second-level TLB look-ups and page walks"},
    {LatencyKind::kDirectory, "directory", "directory look-up"},
    {LatencyKind::kDramArray, "dram_array",
     "memory controller, row activation, column access and burst"},
    {LatencyKind::kSnoop, "snoop", "an owner or sharer answering"},
    {LatencyKind::kPageFault, "page_fault", "the operating system dealing with a page fault"},
    {LatencyKind::kMshrQueue, "mshr_queue", "waiting for a miss register"},
    {LatencyKind::kWalkQueue, "walk_queue", "contention met by page walks"},
    {LatencyKind::kDramQueue, "dram_queue", "waiting for a DRAM bank or data bus"},
    {LatencyKind::kLineQueue, "line_queue",
     "waiting for an earlier transaction on the line, at its home or its owner, or for an entry of "
     "its home"},
    {LatencyKind::kMigrationStall, "migration_stall", "waiting for a page that moves"},
}};
static_assert(kFixed.size() + 2 * kMostLinkKinds == kLedgerSlots);

std::string wire_name(std::string_view link) { return std::string(link) + "_wire"; }
std::string queue_name(std::string_view link) { return std::string(link) + "_queue"; }

}  // namespace

LatencyKinds::LatencyKinds(std::vector<LinkRow> links) : links_(std::move(links)) {
  SN_CHECK(links_.size() <= static_cast<std::size_t>(kMostLinkKinds), links_.size(),
           " kinds of links on one machine, there is room for ", kMostLinkKinds);
  for (const FixedRow& row : kFixed) {
    rows_.push_back({row.kind, std::string(row.name), std::string(row.sentence)});
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const LinkRow& row = links_[i];
    SN_CHECK(!reserved(row.name), "a kind of links may not be called ", row.name);
    const auto kind = static_cast<LinkKind>(i);
    SN_CHECK(link(row.name) == kind, "two kinds of links are called ", row.name);
    rows_.push_back({wire_of(kind), wire_name(row.name), row.flight});
    rows_.push_back(
        {queue_of(kind), queue_name(row.name), "waiting for " + row.title + " bandwidth"});
  }
  std::sort(rows_.begin(), rows_.end(),
            [](const LatencyRow& a, const LatencyRow& b) { return a.kind < b.kind; });
}

LinkKind LatencyKinds::link(std::string_view name) const {
  const auto found = std::find_if(links_.begin(), links_.end(),
                                  [&](const LinkRow& row) { return row.name == name; });
  SN_CHECK(found != links_.end(), "no kind of links is called ", name);
  return static_cast<LinkKind>(found - links_.begin());
}

bool LatencyKinds::reserved(std::string_view link_name) {
  return std::any_of(kFixed.begin(), kFixed.end(), [&](const FixedRow& row) {
    return row.name == wire_name(link_name) || row.name == queue_name(link_name);
  });
}

}  // namespace starnuma::accounting
