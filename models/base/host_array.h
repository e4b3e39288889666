// SPDX-License-Identifier: Apache-2.0
// Large zeroed array in host memory that uses huge pages if the host provides them. Tables as large
// as the simulated memory would otherwise miss the host's TLB on every access.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace starnuma::base {

/// Maps zeroed, page-aligned memory; returns null for zero bytes. Throws std::bad_alloc.
void* map_zeroed(std::size_t bytes);
void unmap(void* memory, std::size_t bytes);

/// Array of `size` elements that are initially all zero bits; the size is fixed.
template <class T>
class HostArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  explicit HostArray(std::uint64_t size)
      : data_(static_cast<T*>(map_zeroed(size * sizeof(T))), Unmap{size * sizeof(T)}) {}

  T& operator[](std::uint64_t i) { return data_.get()[i]; }
  const T& operator[](std::uint64_t i) const { return data_.get()[i]; }
  T* data() const { return data_.get(); }

 private:
  struct Unmap {
    std::size_t bytes;
    void operator()(T* memory) const { unmap(memory, bytes); }
  };
  std::unique_ptr<T, Unmap> data_;
};

}  // namespace starnuma::base
