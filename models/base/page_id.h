// SPDX-License-Identifier: Apache-2.0
// Address spaces, and pages by space and number.
//
// Contract: a page's number is its virtual address of 48 bits without the offset, below
// 2^kNumberBits. Equal numbers in two spaces are two pages. A PageId is one word, and compares as
// one.
#pragma once

#include <cstdint>
#include <ostream>

namespace starnuma::base {

enum class SpaceId : std::uint8_t {};  ///< An address space, below PageId::kSpaces.

class PageId {
 public:
  static constexpr int kNumberBits = 36;
  static constexpr int kSpaceBits = 4;
  static constexpr int kSpaces = 1 << kSpaceBits;

  /// Page 0 of space 0.
  constexpr PageId() = default;
  constexpr PageId(SpaceId space, std::uint64_t number)
      : packed_(static_cast<std::uint64_t>(space) << kNumberBits | number) {}

  /// Equal to no page.
  static constexpr PageId none() { return unpack(~std::uint64_t{0}); }

  constexpr SpaceId space() const { return static_cast<SpaceId>(packed_ >> kNumberBits); }
  constexpr std::uint64_t number() const { return packed_ & kNumberMask; }
  /// Which block of 2^shift pages of its space the page is in.
  constexpr PageId block(int shift) const {
    return unpack((packed_ & ~kNumberMask) | number() >> shift);
  }

  /// The space above the number, in kSpaceBits + kNumberBits bits.
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
