// SPDX-License-Identifier: Apache-2.0
#include "models/observers/page_use.h"

namespace starnuma::observers {
namespace {

/// Merges pairs of neighbouring bits: each result bit is the OR of two bits.
std::uint32_t pairs_of(std::uint32_t bits) {
  bits = (bits | (bits >> 1)) & 0x5555'5555U;
  bits = (bits | (bits >> 1)) & 0x3333'3333U;
  bits = (bits | (bits >> 2)) & 0x0F0F'0F0FU;
  bits = (bits | (bits >> 4)) & 0x00FF'00FFU;
  return (bits | (bits >> 8)) & 0x0000'FFFFU;
}

}  // namespace

void PageUse::begin(base::Time start) {
  parts_.assign(parts_.size(), 0);
  written_.assign(written_.size(), 0);
  start_ = start.ps();
  length_ = kShortest;
  last_ = 0;
}

std::int64_t PageUse::grown_to(base::Time done) {
  while ((done.ps() - start_) / length_ >= kMostParts) {
    for (std::uint32_t& parts : parts_) parts = pairs_of(parts);
    length_ *= 2;
    last_ /= 2;
  }
  return (done.ps() - start_) / length_;
}

std::vector<std::int64_t> PageUse::pages_by_part() const {
  std::vector<std::int64_t> pages(static_cast<std::size_t>(last_) + 1, 0);
  for (const std::uint32_t parts : parts_) {
    for (std::size_t i = 0; i < pages.size(); ++i) pages[i] += (parts >> i) & 1U;
  }
  return pages;
}

}  // namespace starnuma::observers
