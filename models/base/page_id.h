// SPDX-License-Identifier: Apache-2.0
// Address spaces, and page identifiers that consist of an address space and a page number.
//
// Contract:
// - A page number is a 48-bit virtual address without the page offset, below 2^kNumberBits.
// - Equal page numbers in two address spaces identify two different pages.
// - A PageId occupies one word and is compared as one word.
#pragma once

#include <cstdint>
#include <ostream>

namespace starnuma::base {

enum class SpaceId : std::uint8_t {};  ///< Address space; values are below PageId::kSpaces.

class PageId {
 public:
  static constexpr int kNumberBits = 36;
  static constexpr int kSpaceBits = 4;
  static constexpr int kSpaces = 1 << kSpaceBits;

  /// Creates page 0 of space 0.
  constexpr PageId() = default;
  constexpr PageId(SpaceId space, std::uint64_t number)
      : packed_(static_cast<std::uint64_t>(space) << kNumberBits | number) {}

  /// Returns a value that differs from every page.
  static constexpr PageId none() { return unpack(~std::uint64_t{0}); }

  constexpr SpaceId space() const { return static_cast<SpaceId>(packed_ >> kNumberBits); }
  constexpr std::uint64_t number() const { return packed_ & kNumberMask; }
  /// Returns the block of 2^shift pages, in the same space, that contains the page.
  constexpr PageId block(int shift) const {
    return unpack((packed_ & ~kNumberMask) | number() >> shift);
  }

  /// Returns the space and the page number as an integer of kSpaceBits + kNumberBits bits, with the
  /// space in the high bits.
  constexpr std::uint64_t packed() const { return packed_; }
  static constexpr PageId unpack(std::uint64_t packed) {
    PageId id;
    id.packed_ = packed;
    return id;
  }

  friend constexpr bool operator==(PageId a, PageId b) { return a.packed_ == b.packed_; }
  friend constexpr bool operator!=(PageId a, PageId b) { return a.packed_ != b.packed_; }
  friend std::ostream& operator<<(std::ostream& out, PageId page) {
    return out << page.number() << " of space " << static_cast<int>(page.space());
  }

 private:
  static constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kNumberBits) - 1;

  std::uint64_t packed_ = 0;
};

}  // namespace starnuma::base
