// SPDX-License-Identifier: GPL-2.0-or-later
// Merges the element accesses of a repeated string instruction into accesses of cache lines.
//
// Contract: each stream (the source or the destination) moves through memory in one direction. A
// part is the range of one line that one stream has accessed. Parts are returned in the order in
// which the instruction first accessed them, once they are complete: when their stream has left the
// line, or at end(). An element that crosses lines is in two parts. An element that is accessed
// again, because the first attempt faulted, counts once.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>

namespace starnuma::capture {

class StringAccesses {
 public:
  struct Part {
    std::uint64_t address;
    std::uint8_t bytes;
    bool store;
  };

  /// Begins an iteration that makes one access in each of `streams` streams, always in the same
  /// order.
  void begin_iteration(std::uint32_t streams) {
    count_ = streams;
    next_ = 0;
  }
  void add(std::uint64_t address, std::uint8_t bytes, bool store);
  /// All parts are complete.
  void end();
  /// Removes the first part and returns it; nothing unless it is complete.
  std::optional<Part> take();

 private:
  static constexpr std::uint64_t kNone = UINT64_MAX;

  struct Stream {
    bool begun = false;
    std::uint64_t address = 0;  ///< Address of the last element.
    std::uint8_t bytes = 0;
    bool store = false;
    std::uint64_t open = kNone;  ///< Number of the part that may still grow.
  };

  void settle_direction(bool down);
  void extend(Stream& stream);
  void put(Stream& stream, std::uint64_t begin, std::uint64_t end);

  std::uint32_t count_ = 0;
  std::uint32_t next_ = 0;  ///< Stream of the next access.
  std::array<Stream, 2> streams_{};
  bool settled_ = false;  ///< Whether the direction is known: from a stream's second element on.
  bool down_ = false;
  std::deque<Part> parts_;
  std::uint64_t taken_ = 0;  ///< Number of the first part in `parts_`.
};

}  // namespace starnuma::capture
