// SPDX-License-Identifier: Apache-2.0
// Mapping of the traced program's pages to simulated memory: the used pages, one after the other.
//
// Contract: the pages keep their order, so adjacent used pages remain adjacent.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/base/arena.h"
#include "stimulus/trace/format/pages_file.h"

namespace starnuma::trace {

class PageSpace {
 public:
  /// Range of the traced program's memory without wide gaps.
  struct Area {
    std::uint64_t first = 0;  ///< First page number.
    /// Index among the used pages, by page relative to the first.
    std::vector<std::uint32_t> index;
  };

  PageSpace() = default;
  explicit PageSpace(const std::vector<Page>& pages);

  std::uint64_t pages() const { return pages_; }
  /// Sets the base address of the used pages in the simulated program.
  void place(base::VirtualAddress base) { base_page_ = base.page(); }

  /// Returns the index, among the used pages, of the page that contains an address of the traced
  /// program. `last` is a cache of the caller between calls. Returns nothing if the page is not
  /// used.
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
  /// Returns the address in the simulated program.
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
