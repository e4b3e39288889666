// SPDX-License-Identifier: Apache-2.0
// The traced program's pages in simulated memory: those that the records use, one after the other.
//
// Contract: they keep their order, so neighbours stay neighbours where both are used.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/arena.h"
#include "stimulus/trace/format/pages_file.h"

namespace starnuma::trace {

class PageSpace {
 public:
  /// A stretch of the traced program's memory without wide gaps.
  struct Area {
    std::uint64_t first = 0;           ///< Page.
    std::vector<std::uint32_t> index;  ///< Among the used pages, by page from the first on.
  };

  PageSpace() = default;
  explicit PageSpace(const std::vector<Page>& pages);

  std::uint64_t pages() const { return pages_; }
  /// Of all used pages, from the first on, in the simulated program.
  void place(base::VirtualAddress base) { base_page_ = base.page(); }

  /// Number of the page that an address of the traced program lies in, among the used ones; `last`
  /// is the caller's, from call to call. Empty where it is none of them.
  std::optional<std::uint64_t> index_of(std::uint64_t address, const Area*& last) const {
    const std::uint64_t page = address >> base::kPageShift;
    if (__builtin_expect(last == nullptr || page - last->first >= last->index.size(), 0)) {
      last = area_of(page);
      if (last == nullptr) return std::nullopt;
    }
    const std::uint32_t index = last->index[page - last->first];
    if (__builtin_expect(index == kUnused, 0)) return std::nullopt;
    return index;
  }
  /// The address in the simulated program.
  std::optional<base::VirtualAddress> address_of(std::uint64_t address, const Area*& last) const {
    const auto index = index_of(address, last);
    if (!index) return std::nullopt;
    const std::uint64_t offset = address & (base::kPageBytes - 1);
    return base::VirtualAddress{(base_page_ + *index) << base::kPageShift | offset};
  }

 private:
  static constexpr std::uint32_t kUnused = 0xFFFFFFFF;

  const Area* area_of(std::uint64_t page) const;

  std::vector<Area> areas_;
  std::uint64_t pages_ = 0;
  std::uint64_t base_page_ = 0;
};

}  // namespace starnuma::trace
