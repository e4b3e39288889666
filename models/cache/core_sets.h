// SPDX-License-Identifier: Apache-2.0
// Sets of the cores of a socket that hold a line, each in one 32-bit value. No time, no SystemC.
//
// Contract:
// - The empty set is 0. Values belong to the object that made them.
// - With up to 32 cores, a value is a bit mask.
// - With more, a value lists up to three cores, or is the number of a bit set of all cores. Sets
//   of two cores or fewer are always lists.
// - A set must be emptied before its value is discarded.
#pragma once

#include <cstdint>
#include <vector>

namespace starnuma::cache {

class CoreSets {
 public:
  static constexpr int kNone = -1;
  static constexpr int kMostCores = 1024;  ///< Limit given by the width of a core in a list.

  explicit CoreSets(int cores) : wide_(cores > 32), words_((cores + 63) / 64) {}

  bool contains(std::uint32_t set, int core) const {
    return wide_ ? wide_contains(set, core) : (set >> core & 1) != 0;
  }
  void insert(std::uint32_t& set, int core) {
    wide_ ? wide_insert(set, core) : void(set |= 1U << core);
  }
  void erase(std::uint32_t& set, int core) {
    wide_ ? wide_erase(set, core) : void(set &= ~(1U << core));
  }
  /// Returns true if the set has a core other than this one.
  bool has_other(std::uint32_t set, int core) const {
    return wide_ ? set != 0 && !wide_is_only(set, core) : (set & ~(1U << core)) != 0;
  }
  /// Returns true if this core is the only one of the set.
  bool is_only(std::uint32_t set, int core) const {
    return wide_ ? wide_is_only(set, core) : set == 1U << core;
  }
  /// Removes all cores but this one, or all for kNone.
  void keep_only(std::uint32_t& set, int core) {
    if (!wide_) {
      set = core == kNone ? 0 : set & 1U << core;
      return;
    }
    const bool kept = core != kNone && wide_contains(set, core);
    wide_clear(set);
    if (kept) wide_insert(set, core);
  }
  /// Calls visit(core) for all cores but this one, in ascending order in bit sets and in the order
  /// of insertion in lists. A visit must not change the set.
  template <class Visit>
  void each_but(std::uint32_t set, int but, Visit&& visit) const {
    if (!wide_) {
      if (but != kNone) set &= ~(1U << but);
      for (; set != 0; set &= set - 1) visit(__builtin_ctz(set));
      return;
    }
    wide_each(set, [&](int core) {
      if (core != but) visit(core);
    });
  }

 private:
  static constexpr int kListed = 3;     ///< Most cores of a list.
  static constexpr int kCoreBits = 10;  ///< Width of a core in a list.
  static int listed(std::uint32_t set) { return static_cast<int>(set >> (kListed * kCoreBits)); }
  static int listed_core(std::uint32_t set, int index) {
    return static_cast<int>(set >> (index * kCoreBits)) & (kMostCores - 1);
  }
  static std::uint32_t with_listed(std::uint32_t set, int core) {
    const int count = listed(set);
    return set + (1U << (kListed * kCoreBits)) +
           (static_cast<std::uint32_t>(core) << (count * kCoreBits));
  }
  std::uint64_t* bits(std::uint32_t set) { return &bits_[(set - 1) * words_]; }
  const std::uint64_t* bits(std::uint32_t set) const { return &bits_[(set - 1) * words_]; }

  template <class Visit>
  void wide_each(std::uint32_t set, Visit&& visit) const {
    if (set == 0) return;
    for (int i = 0; i < listed(set); ++i) visit(listed_core(set, i));
    if (listed(set) != 0) return;
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t left = bits(set)[w]; left != 0; left &= left - 1) {
        visit(static_cast<int>(w * 64) + __builtin_ctzll(left));
      }
    }
  }
  bool wide_contains(std::uint32_t set, int core) const;
  bool wide_is_only(std::uint32_t set, int core) const {
    return listed(set) == 1 && listed_core(set, 0) == core;
  }
  void wide_insert(std::uint32_t& set, int core);
  void wide_erase(std::uint32_t& set, int core);
  void wide_clear(std::uint32_t& set);

  bool wide_;
  std::size_t words_;                ///< Words of a bit set.
  std::vector<std::uint64_t> bits_;  ///< Bit sets, one after the other.
  std::vector<int> sizes_;           ///< Number of cores by bit set.
  std::vector<std::uint32_t> free_;  ///< Numbers of unused bit sets.
};

}  // namespace starnuma::cache
