// SPDX-License-Identifier: Apache-2.0
#include "models/cache/core_sets.h"

#include <algorithm>
#include <array>

namespace starnuma::cache {

bool CoreSets::wide_contains(std::uint32_t set, int core) const {
  if (set == 0) return false;
  for (int i = 0; i < listed(set); ++i) {
    if (listed_core(set, i) == core) return true;
  }
  if (listed(set) != 0) return false;
  return (bits(set)[static_cast<std::size_t>(core) / 64] >> (core % 64) & 1) != 0;
}

void CoreSets::wide_insert(std::uint32_t& set, int core) {
  if (wide_contains(set, core)) return;
  const int count = listed(set);
  if (set == 0 || (count != 0 && count < kListed)) {
    set = with_listed(set, core);
    return;
  }
  if (count == kListed) {
    if (free_.empty()) {
      sizes_.push_back(0);
      bits_.resize(bits_.size() + words_);
      free_.push_back(static_cast<std::uint32_t>(sizes_.size()));
    }
    const std::uint32_t list = set;
    set = free_.back();
    free_.pop_back();
    for (int i = 0; i < kListed; ++i) {
      const int other = listed_core(list, i);
      bits(set)[static_cast<std::size_t>(other) / 64] |= std::uint64_t{1} << (other % 64);
    }
    sizes_[set - 1] = kListed;
  }
  bits(set)[static_cast<std::size_t>(core) / 64] |= std::uint64_t{1} << (core % 64);
  ++sizes_[set - 1];
}

void CoreSets::wide_erase(std::uint32_t& set, int core) {
  if (!wide_contains(set, core)) return;
  const bool stays = listed(set) == 0 && sizes_[set - 1] > kListed;
  if (stays) {
    bits(set)[static_cast<std::size_t>(core) / 64] &= ~(std::uint64_t{1} << (core % 64));
    --sizes_[set - 1];
    return;
  }
  std::array<int, kListed> left{};
  std::size_t count = 0;
  wide_each(set, [&](int other) {
    if (other != core) left[count++] = other;
  });
  wide_clear(set);
  for (std::size_t i = 0; i < count; ++i) set = with_listed(set, left[i]);
}

void CoreSets::wide_clear(std::uint32_t& set) {
  if (set != 0 && listed(set) == 0) {
    std::fill_n(bits(set), words_, std::uint64_t{0});
    free_.push_back(set);
  }
  set = 0;
}

}  // namespace starnuma::cache
