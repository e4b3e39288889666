// SPDX-License-Identifier: Apache-2.0
#include "models/pool/snoop_filter_function.h"

#include <algorithm>

#include "models/base/address_text.h"
#include "models/base/check.h"

namespace starnuma::pool {

SnoopFilter::SnoopFilter(std::uint64_t sets, int ways, timing::Interleave decoder,
                         VictimPolicy policy, int sector_lines)
    : decoder_(decoder),
      policy_(policy),
      index_(sets),
      ways_(static_cast<std::uint64_t>(ways)),
      shift_(__builtin_ctz(static_cast<unsigned>(sector_lines))),
      in_sector_(static_cast<std::uint64_t>(sector_lines) - 1),
      tags_(sets * ways_, kEmpty),
      order_(sets * ways_, 0),
      entries_(sets * ways_ << shift_) {}

const SnoopFilter::Entry* SnoopFilter::find(base::LineAddress line) const {
  const std::uint64_t first = first_of(line);
  for (std::uint64_t i = first; i < first + ways_; ++i) {
    if (tags_[i] == tag_of(line)) return &entries_[i << shift_ | (line.value & in_sector_)];
  }
  return nullptr;
}

void SnoopFilter::use(const Entry& entry) {
  if (orders_by_use()) order_[index_of(entry) >> shift_] = ++clock_;
}

bool SnoopFilter::full(base::LineAddress line) const {
  const auto first = tags_.begin() + static_cast<std::ptrdiff_t>(first_of(line));
  return std::find(first, first + static_cast<std::ptrdiff_t>(ways_), kEmpty) ==
         first + static_cast<std::ptrdiff_t>(ways_);
}

SnoopFilter::Rank SnoopFilter::rank_of(std::uint64_t i) {
  switch (policy_) {
    case VictimPolicy::kLifo:
    case VictimPolicy::kMru:
      return {~order_[i], 0};
    case VictimPolicy::kLfi:
      return {insertions_.at(tags_[i]), ~order_[i]};
    case VictimPolicy::kRandom:
      return {random_.next(), i};
    case VictimPolicy::kFewestSharers:
      return {copies_of(i), order_[i]};
    default:
      return {order_[i], 0};
  }
}

/// Returns the number of copies of the lines of a tag.
std::uint64_t SnoopFilter::copies_of(std::uint64_t tag) const {
  std::uint64_t copies = 0;
  for (const Entry& entry : sector_of(tag)) {
    copies += static_cast<std::uint64_t>(__builtin_popcount(entry.sharers));
  }
  return copies;
}

SnoopFilter::Entry& SnoopFilter::insert(base::LineAddress line) {
  const std::uint64_t first = first_of(line);
  std::uint64_t i = first;
  while (i < first + ways_ && tags_[i] != kEmpty) ++i;
  SN_CHECK(i < first + ways_, "snoop filter: no room for line ", line);
  tags_[i] = tag_of(line);
  order_[i] = ++clock_;
  if (policy_ == VictimPolicy::kLfi) ++insertions_[tags_[i]];
  ++occupancy_;
  return entries_[i << shift_ | (line.value & in_sector_)];
}

bool SnoopFilter::remove(Entry& entry) {
  entry = {};
  const std::uint64_t i = index_of(entry) >> shift_;
  for (const Entry& other : sector_of(i)) {
    if (other.state != protocol::cxl::DeviceState::kInvalid) return false;
  }
  tags_[i] = kEmpty;
  order_[i] = 0;
  --occupancy_;
  return true;
}

}  // namespace starnuma::pool
