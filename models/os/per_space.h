// SPDX-License-Identifier: Apache-2.0
// A value for each address space, and the page maps of the spaces.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "models/base/check.h"
#include "models/paging/page_map.h"

namespace starnuma::os {

template <class T>
class PerSpace {
 public:
  T& operator[](base::SpaceId space) { return all_[static_cast<std::size_t>(space)]; }
  const T& operator[](base::SpaceId space) const { return all_[static_cast<std::size_t>(space)]; }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

 private:
  std::array<T, base::PageId::kSpaces> all_{};
};

/// Page maps of the spaces that an operating system serves.
class PageMaps {
 public:
  /// Precondition: the maps outlive this object.
  explicit PageMaps(std::vector<paging::PageMap*> maps) : maps_(std::move(maps)) {
    for (paging::PageMap* map : maps_) by_space_[map->space()] = map;
  }
  paging::PageMap& at(base::SpaceId space) const {
    paging::PageMap* const map = by_space_[space];
    SN_CHECK(map != nullptr, "operating system: no page map of space ", static_cast<int>(space));
    return *map;
  }
  const std::vector<paging::PageMap*>& all() const { return maps_; }

 private:
  std::vector<paging::PageMap*> maps_;
  PerSpace<paging::PageMap*> by_space_;
};

}  // namespace starnuma::os
