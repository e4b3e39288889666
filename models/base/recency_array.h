// SPDX-License-Identifier: Apache-2.0
// Set-associative array with least-recently-used replacement: the base of private caches and TLBs.
//
// Contract: a set keeps its entries in order of use, the latest first, empty ones last. find() and
// fill() move an entry to the front, so a pointer into a set is good until the next find(), fill()
// or take() in that set. Entry has `key()` and a default value whose key is `kEmptyKey`.
// Pure function: no SystemC, no time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace starnuma::base {

/// Maps a number to one of `sets` sets: a mask where that is a power of two, else a remainder.
class SetIndex {
 public:
  explicit SetIndex(std::uint64_t sets)
      : mask_((sets & (sets - 1)) == 0 ? sets - 1 : kNoMask), sets_(sets) {}
  std::uint64_t operator()(std::uint64_t number) const {
    return __builtin_expect(mask_ != kNoMask, 1) ? number & mask_ : number % sets_;
  }
  std::uint64_t sets() const { return sets_; }

 private:
  static constexpr std::uint64_t kNoMask = ~std::uint64_t{0};

  std::uint64_t mask_;
  std::uint64_t sets_;
};

template <class Entry>
class RecencyArray {
 public:
  /// `sets` and `ways` above zero.
  RecencyArray(std::uint64_t sets, int ways)
      : index_(sets),
        ways_(static_cast<std::uint64_t>(ways)),
        entries_(new (std::align_val_t{kLine}) Entry[sets * ways_]) {}

  /// The entry of a key, now the latest used, or nothing.
  Entry* find(std::uint64_t key) {
    Entry* const first = set_of(key);
    if (first->key() == key) return first;
    Entry* const last = first + ways_;
    for (Entry* e = first + 1; e != last; ++e) {
      if (e->key() != key) continue;
      for (Entry* to = e; to != first; --to) std::swap(to[-1], *to);
      return first;
    }
    return nullptr;
  }
  /// The same without using it.
  const Entry* peek(std::uint64_t key) const {
    const Entry* const first = set_of(key);
    const Entry* const found =
        std::find_if(first, first + ways_, [&](const Entry& e) { return e.key() == key; });
    return found == first + ways_ ? nullptr : found;
  }
  /// What fill() of this key would replace.
  Entry& oldest(std::uint64_t key) { return *(set_of(key) + ways_ - 1); }
  /// Every entry, set by set.
  Entry* begin() { return entries_.get(); }
  Entry* end() { return begin() + index_.sets() * ways_; }
  /// Enters what was not there in place of an empty or the least recently used entry; returns that.
  Entry fill(const Entry& entry) {
    Entry* const first = set_of(entry.key());
    Entry* const last = first + ways_;
    const Entry victim = *(last - 1);
    std::copy_backward(first, last - 1, last);
    *first = entry;
    return victim;
  }
  /// Takes the entry of a key out; a default entry where there is none.
  Entry take(std::uint64_t key) {
    Entry* const first = set_of(key);
    Entry* const last = first + ways_;
    Entry* const found = std::find_if(first, last, [&](const Entry& e) { return e.key() == key; });
    if (found == last) return Entry();
    const Entry taken = *found;
    std::copy(found + 1, last, found);
    *(last - 1) = Entry();
    return taken;
  }

 private:
  static_assert(std::is_trivially_destructible_v<Entry>);
  static constexpr std::size_t kLine = 64;  ///< Four 16-byte entries share a host cache line.
  struct Delete {
    void operator()(Entry* entries) const { ::operator delete[](entries, std::align_val_t{kLine}); }
  };

  Entry* set_of(std::uint64_t key) const { return entries_.get() + index_(key) * ways_; }

  SetIndex index_;
  std::uint64_t ways_;
  std::unique_ptr<Entry[], Delete> entries_;
};

}  // namespace starnuma::base
