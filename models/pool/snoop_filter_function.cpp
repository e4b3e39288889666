// SPDX-License-Identifier: Apache-2.0
#include "models/pool/snoop_filter_function.h"

#include <algorithm>

#include "models/base/address_text.h"
#include "models/base/check.h"

namespace starnuma::pool {

SnoopFilter::SnoopFilter(std::uint64_t sets, int ways, timing::Interleave decoder)
    : decoder_(decoder),
      index_(sets),
      ways_(static_cast<std::uint64_t>(ways)),
      tags_(sets * ways_, kEmpty),
      used_(sets * ways_, 0),
      entries_(sets * ways_) {}

SnoopFilter::Entry* SnoopFilter::find(base::LineAddress line) {
  const std::uint64_t first = first_of(line);
  for (std::uint64_t i = first; i < first + ways_; ++i) {
    if (tags_[i] != line.value) continue;
    used_[i] = ++clock_;
    return &entries_[i];
  }
  return nullptr;
}

const SnoopFilter::Entry* SnoopFilter::peek(base::LineAddress line) const {
  const std::uint64_t first = first_of(line);
  for (std::uint64_t i = first; i < first + ways_; ++i) {
    if (tags_[i] == line.value) return &entries_[i];
  }
  return nullptr;
}

bool SnoopFilter::full(base::LineAddress line) const {
  const auto first = tags_.begin() + static_cast<std::ptrdiff_t>(first_of(line));
  return std::find(first, first + static_cast<std::ptrdiff_t>(ways_), kEmpty) ==
         first + static_cast<std::ptrdiff_t>(ways_);
}

SnoopFilter::Entry* SnoopFilter::victim(base::LineAddress line) {
  const std::uint64_t first = first_of(line);
  Entry* oldest = nullptr;
  std::uint64_t used = ~std::uint64_t{0};
  for (std::uint64_t i = first; i < first + ways_; ++i) {
    if (used_[i] >= used || is_transient(entries_[i].state)) continue;
    used = used_[i];
    oldest = &entries_[i];
  }
  return oldest;
}

SnoopFilter::Entry& SnoopFilter::insert(base::LineAddress line) {
  const std::uint64_t first = first_of(line);
  std::uint64_t i = first;
  while (i < first + ways_ && tags_[i] != kEmpty) ++i;
  SN_CHECK(i < first + ways_, "snoop filter: no room for line ", line);
  tags_[i] = line.value;
  used_[i] = ++clock_;
  entries_[i] = {};
  ++occupancy_;
  return entries_[i];
}

void SnoopFilter::remove(Entry& entry) {
  const auto i = static_cast<std::size_t>(&entry - entries_.data());
  tags_[i] = kEmpty;
  used_[i] = 0;
  entry = {};
  --occupancy_;
}

}  // namespace starnuma::pool
