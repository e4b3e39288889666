// SPDX-License-Identifier: Apache-2.0
// A set of byte strings, numbered in the order of insertion: the states that an explorer has
// reached.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace starnuma::coherence_bench {

class StateSet {
 public:
  using Bytes = std::basic_string<std::uint8_t>;

  StateSet() : table_(1 << 16, 0) {}

  /// Inserts a state; returns its number and true if it is new.
  std::pair<std::uint32_t, bool> insert(const Bytes& state) {
    if (size() * 2 > table_.size()) grow();
    for (std::uint64_t i = hash(state.data(), state.size());; ++i) {
      std::uint32_t& slot = table_[i & (table_.size() - 1)];
      if (slot == 0) {
        slot = size() + 1;
        bytes_.insert(bytes_.end(), state.begin(), state.end());
        ends_.push_back(bytes_.size());
        return {slot - 1, true};
      }
      const std::uint32_t number = slot - 1;
      if (length(number) == state.size() &&
          std::memcmp(at(number), state.data(), state.size()) == 0) {
        return {number, false};
      }
    }
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  const std::uint8_t* at(std::uint32_t number) const { return &bytes_[begin(number)]; }
  std::size_t length(std::uint32_t number) const { return ends_[number] - begin(number); }
  Bytes copy(std::uint32_t number) const { return {at(number), length(number)}; }

 private:
  std::size_t begin(std::uint32_t number) const { return number == 0 ? 0 : ends_[number - 1]; }
  static std::uint64_t hash(const std::uint8_t* bytes, std::size_t length) {
    std::uint64_t h = length;
    for (; length >= 8; bytes += 8, length -= 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes, 8);
      h = mix(h ^ word);
    }
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, length);
    return mix(h ^ word);
  }
  static std::uint64_t mix(std::uint64_t h) {
    h *= 0x9E3779B97F4A7C15ULL;
    return h ^ h >> 29;
  }
  void grow() {
    table_.assign(table_.size() * 2, 0);
    for (std::uint32_t n = 0; n < size(); ++n) {
      std::uint64_t i = hash(at(n), length(n));
      while (table_[i & (table_.size() - 1)] != 0) ++i;
      table_[i & (table_.size() - 1)] = n + 1;
    }
  }

  std::vector<std::uint32_t> table_;  ///< Number + 1; 0 is a free slot.
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> ends_;
};

}  // namespace starnuma::coherence_bench
