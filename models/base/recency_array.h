// SPDX-License-Identifier: Apache-2.0
// Set-associative array with least-recently-used replacement, used by private caches and TLBs.
//
// Contract:
// - A set keeps its entries in order of use, the most recently used first and invalid ones last.
// - find() and fill() move an entry to the front. A pointer into a set is valid until the next
//   find(), fill() or take() in that set.
// - Entry has `key()`; the key of a default-constructed entry is `kEmptyKey`.
// - The array has no notion of time and does not depend on SystemC.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "models/base/power_of_two.h"
#include "models/base/prefetch.h"

namespace starnuma::base {

/// Maps a number to one of `sets` sets: by a mask if `sets` is a power of two, else by a remainder.
class SetIndex {
 public:
  explicit SetIndex(std::uint64_t sets)
      : mask_(is_power_of_two(sets) ? sets - 1 : kNoMask), sets_(sets) {}
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
  /// Preconditions: `sets` > 0, `ways` > 0.
  RecencyArray(std::uint64_t sets, int ways)
      : index_(sets),
        ways_(static_cast<std::uint64_t>(ways)),
        entries_(new (std::align_val_t{kHostLine}) Entry[sets * ways_]) {}

  /// Returns the entry of a key and makes it the most recently used; returns null if there is none.
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
  /// Returns the entry of a key without changing the recency order; returns null if there is none.
  const Entry* peek(std::uint64_t key) const {
    const Entry* const first = set_of(key);
    const Entry* const found =
        std::find_if(first, first + ways_, [&](const Entry& e) { return e.key() == key; });
    return found == first + ways_ ? nullptr : found;
  }
  /// Returns the entry that fill() of this key would evict.
  Entry& oldest(std::uint64_t key) { return *(set_of(key) + ways_ - 1); }
  /// Iterates over all entries, set by set.
  Entry* begin() { return entries_.get(); }
  Entry* end() { return begin() + index_.sets() * ways_; }
  /// Allocates an entry for a key that is not present. Returns the replaced entry, which is invalid
  /// or the least recently used one.
  Entry fill(const Entry& entry) {
    Entry* const first = set_of(entry.key());
    Entry* const last = first + ways_;
    const Entry victim = *(last - 1);
    std::copy_backward(first, last - 1, last);
    *first = entry;
    return victim;
  }
  /// Removes and returns the entry of a key; returns a default entry if there is none.
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
  struct Delete {
    void operator()(Entry* entries) const {
      ::operator delete[](entries, std::align_val_t{kHostLine});
    }
  };

  Entry* set_of(std::uint64_t key) const { return entries_.get() + index_(key) * ways_; }

  SetIndex index_;
  std::uint64_t ways_;
  std::unique_ptr<Entry[], Delete> entries_;
};

}  // namespace starnuma::base
