// SPDX-License-Identifier: Apache-2.0
#include "models/paging/page_backups.h"

#include <algorithm>

#include "models/base/check.h"

namespace starnuma::paging {

void PageBackups::add(const std::vector<Placed>& pages, const std::vector<base::Frame>& backups) {
  Stripe& stripe = stripes_.emplace_back();
  for (const Placed& placed : pages) {
    const StripeMember place{stripes_.size() - 1, stripe.members.size()};
    place_of_[frame_of(placed.frame)] = place;
    stripe_of_[placed.page.packed()] = place;
    stripe.members.push_back({placed});
  }
  for (const base::Frame frame : backups) {
    stripe.backups.push_back({frame, std::vector<Versions>(pages.size())});
  }
}

std::vector<PageBackups::RebuildTarget> PageBackups::wrote(base::LineAddress line,
                                                           base::Time time) {
  const auto found = place_of_.find(frame_of(line));
  if (found == place_of_.end()) return {};
  Stripe& stripe = stripes_[found->second.stripe];
  Member& member = stripe.members[found->second.member];
  const std::uint64_t at = line.value % base::kLinesPerPage;
  const std::uint32_t version = ++member.last[at];
  if (!gone(member.placed.frame, time)) member.there[at] = version;
  std::vector<RebuildTarget> beside;
  for (Backup& backup : stripe.backups) {
    if (gone(backup.frame, time)) continue;
    backup.of[found->second.member][at] = version;
    beside.push_back({{backup.frame.first_line.value + at}, stripe.members.size() > 1});
  }
  return beside;
}

const PageBackups::Stripe& PageBackups::stripe_of(base::PageId page, std::size_t& member) const {
  const auto found = stripe_of_.find(page.packed());
  SN_CHECK(found != stripe_of_.end(), "page backups: page ", page, " has none");
  member = found->second.member;
  return stripes_[found->second.stripe];
}

/// Prefers surviving pages, which caches may hold, then adds as many backups as needed.
std::optional<std::vector<PageBackups::Source>> PageBackups::sources(base::PageId page,
                                                                     base::Time time) const {
  std::size_t own = 0;
  const Stripe& stripe = stripe_of(page, own);
  std::vector<Source> sources;
  for (std::size_t m = 0; m < stripe.members.size(); ++m) {
    const base::Frame frame = stripe.members[m].placed.frame;
    if (m != own && !gone(frame, time)) sources.push_back({frame, false});
  }
  for (const Backup& backup : stripe.backups) {
    if (sources.size() == stripe.members.size()) break;
    if (!gone(backup.frame, time)) sources.push_back({backup.frame, true});
  }
  if (sources.size() < stripe.members.size()) return std::nullopt;
  return sources;
}

std::vector<base::NodeId> PageBackups::nodes_of(base::PageId page, base::Time time) const {
  std::size_t own = 0;
  const Stripe& stripe = stripe_of(page, own);
  std::vector<base::NodeId> nodes;
  const auto take = [&](base::Frame frame) {
    if (!gone(frame, time)) nodes.push_back(frame.first_line.node());
  };
  for (const Member& member : stripe.members) take(member.placed.frame);
  for (const Backup& backup : stripe.backups) take(backup.frame);
  return nodes;
}

void PageBackups::moved(base::PageId page, base::Frame to, base::Time time) {
  std::size_t own = 0;
  const StripeMember place = stripe_of_.at(page.packed());
  const auto from = sources(page, time);
  SN_CHECK(from, "page backups: page ", page, " has too few surviving sources");
  const Stripe& stripe = stripe_of(page, own);
  for (const Backup& backup : stripe.backups) {
    const bool used = std::any_of(from->begin(), from->end(), [&](const Source& source) {
      return source.frame.first_line == backup.frame.first_line;
    });
    for (std::size_t m = 0; used && m < stripe.members.size(); ++m) {
      const Member& member = stripe.members[m];
      const bool lost = gone(member.placed.frame, time);
      SN_CHECK(backup.of[m] == (lost ? member.last : member.there), "page backups: page ", page,
               " would be rebuilt from a write that is not the last one of page ",
               member.placed.page);
    }
  }
  Member& member = stripes_[place.stripe].members[place.member];
  place_of_.erase(frame_of(member.placed.frame));
  member.placed.frame = to;
  member.there = member.last;
  place_of_[frame_of(to)] = place;
}

std::vector<PageBackups::Lost> PageBackups::lost_backups(base::Time time) const {
  std::vector<Lost> lost;
  for (std::size_t s = 0; s < stripes_.size(); ++s) {
    std::vector<Placed> pages;
    for (const Member& member : stripes_[s].members) {
      if (!gone(member.placed.frame, time)) pages.push_back(member.placed);
    }
    if (pages.size() < stripes_[s].members.size()) continue;
    for (std::size_t b = 0; b < stripes_[s].backups.size(); ++b) {
      if (gone(stripes_[s].backups[b].frame, time)) lost.push_back({s, b, pages});
    }
  }
  return lost;
}

void PageBackups::rebuilt(const Lost& lost, base::Frame to) {
  Stripe& stripe = stripes_[lost.stripe];
  Backup& backup = stripe.backups[lost.backup];
  backup.frame = to;
  for (std::size_t m = 0; m < stripe.members.size(); ++m) backup.of[m] = stripe.members[m].there;
}

std::vector<base::PageId> PageBackups::pages() const {
  std::vector<base::PageId> pages;
  for (const Stripe& stripe : stripes_) {
    for (const Member& member : stripe.members) pages.push_back(member.placed.page);
  }
  return pages;
}

std::size_t PageBackups::backups() const {
  std::size_t sum = 0;
  for (const Stripe& stripe : stripes_) sum += stripe.backups.size();
  return sum;
}

std::size_t PageBackups::lost(base::Time time) const {
  std::size_t lost = 0;
  for (const Stripe& stripe : stripes_) {
    for (const Member& member : stripe.members) {
      lost += gone(member.placed.frame, time) && !sources(member.placed.page, time);
    }
  }
  return lost;
}

}  // namespace starnuma::paging
