// SPDX-License-Identifier: Apache-2.0
// An array as large as the simulated memory, which takes host memory only for the blocks that are
// touched.
//
// Contract: `size` elements whose value is all zero bits at first; never resized. operator[]
// allocates the element's block and throws InvariantError beyond the end. Elements do not move.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/base/check.h"
#include "models/base/host_array.h"

namespace starnuma::base {

template <class T>
class SparseArray {
 public:
  explicit SparseArray(std::uint64_t size)
      : size_(size), tables_((size >> kBlockBits >> kTableBits) + 1) {}

  T& operator[](std::uint64_t i) {
    SN_CHECK(i < size_, "sparse array: element ", i, " of ", size_);
    if (const Table* table = tables_[i >> kBlockBits >> kTableBits].get()) {
      if (T* block = (*table)[i >> kBlockBits & kTableMask]) return block[i & kBlockMask];
    }
    return allocate(i);
  }
  /// Returns the element, or null if its block was never touched.
  const T* find(std::uint64_t i) const {
    if (i >= size_) return nullptr;
    const Table* table = tables_[i >> kBlockBits >> kTableBits].get();
    if (table == nullptr) return nullptr;
    const T* block = (*table)[i >> kBlockBits & kTableMask];
    return block == nullptr ? nullptr : &block[i & kBlockMask];
  }

 private:
  static constexpr int log2_of(std::uint64_t n) { return n <= 1 ? 0 : 1 + log2_of(n / 2); }
  static constexpr int kBlockBits =
      log2_of((std::uint64_t{1} << 21) / sizeof(T));  ///< A huge page.
  static constexpr int kTableBits = 12;
  static constexpr std::uint64_t kBlockMask = (std::uint64_t{1} << kBlockBits) - 1;
  static constexpr std::uint64_t kTableMask = (std::uint64_t{1} << kTableBits) - 1;

  using Table = std::array<T*, std::size_t{1} << kTableBits>;  ///< Null: not touched.

  [[gnu::cold, gnu::noinline]] T& allocate(std::uint64_t i) {
    auto& table = tables_[i >> kBlockBits >> kTableBits];
    if (table == nullptr) table = std::make_unique<Table>();
    const std::uint64_t first = i & ~kBlockMask;
    blocks_.emplace_back(std::min(kBlockMask + 1, size_ - first));
    (*table)[i >> kBlockBits & kTableMask] = blocks_.back().data();
    return blocks_.back()[i & kBlockMask];
  }

  std::uint64_t size_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<HostArray<T>> blocks_;  ///< In the order in which they were touched.
};

}  // namespace starnuma::base
