// SPDX-License-Identifier: Apache-2.0
#include "models/base/arena.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace starnuma::base {

VirtualAddress Arena::reserve(std::string_view name, std::uint64_t bytes, Touch touch,
                              Mapping mapping) {
  const std::uint64_t pages = (bytes + kPageBytes - 1) / kPageBytes;
  const VirtualAddress base{origins_.size() * kPageBytes};
  regions_.push_back({std::string(name), base, HostArray<std::byte>(pages * kPageBytes)});

  for (std::uint64_t p = 0; p < pages; ++p) {
    const auto threads = static_cast<std::uint64_t>(threads_);
    std::uint64_t id = static_cast<std::uint64_t>(touch.node);
    if (touch.kind == TouchKind::kDealt) id = p % threads;
    if (touch.kind == TouchKind::kBlocked) id = p * threads / pages;
    origins_.push_back({touch.kind == TouchKind::kNode, static_cast<std::uint16_t>(id),
                        mapping == Mapping::kShared});
  }
  has_shared_mappings_ = has_shared_mappings_ || mapping == Mapping::kShared;
  return base;
}

VirtualAddress Arena::map(std::string_view name, const std::vector<PageOrigin>& origins) {
  const VirtualAddress base{origins_.size() * kPageBytes};
  regions_.push_back({std::string(name), base, HostArray<std::byte>(0)});
  origins_.insert(origins_.end(), origins.begin(), origins.end());
  return base;
}

const Arena::Region& Arena::region_of(VirtualAddress address) const {
  const auto next = std::upper_bound(
      regions_.begin(), regions_.end(), address.value,
      [](std::uint64_t value, const Region& region) { return value < region.base.value; });
  return *std::prev(next);
}

void Arena::clear_line(VirtualAddress address) {
  const Region& region = region_of(address);
  if (region.bytes.data() == nullptr) return;
  std::memset(region.bytes.data() + (address.value - region.base.value), 0, kLineBytes);
}

std::string Arena::place_of(VirtualAddress address) const {
  if (address.page() >= origins_.size()) return "";
  const Region& region = region_of(address);
  char offset[32];
  std::snprintf(offset, sizeof offset, " + 0x%llx",
                static_cast<unsigned long long>(address.value - region.base.value));
  return region.name + offset;
}

}  // namespace starnuma::base
