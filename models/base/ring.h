// SPDX-License-Identifier: Apache-2.0
// First-in, first-out queue in one array of host memory. A queue that is often empty uses the same
// host cache line each time, unlike std::deque.
//
// Contract: elements are trivially copyable. The array grows as needed and never shrinks.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace starnuma::base {

template <class T>
class Ring {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  /// Returns element `i` from the front. Precondition: `i` < size().
  T& operator[](std::size_t i) { return slots_[(first_ + i) & (slots_.size() - 1)]; }
  T& front() { return (*this)[0]; }
  void push_back(T value) {
    if (size_ == slots_.size()) grow();
    (*this)[size_++] = value;
  }
  /// Precondition: not empty.
  void pop_front() { first_ = --size_ == 0 ? 0 : first_ + 1; }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? kFirstSlots : 2 * slots_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = (*this)[i];
    slots_.swap(larger);
    first_ = 0;
  }

  static constexpr std::size_t kFirstSlots = 8;

  std::vector<T> slots_;  ///< The number of slots is zero or a power of two.
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace starnuma::base
