// SPDX-License-Identifier: Apache-2.0
// Binary encoding of records in frames; docs/formats/trace.md has the layout.
//
// Contract: a frame starts with the progress of its thread, and all contents are coded relative to
// that, so each frame can be decoded separately. The decoder requires kPadding zero bytes after the
// frame. For any input it reads no further bytes, and it ends with a record or a base::InputError.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/base/prefetch.h"
#include "stimulus/trace/format/record.h"
#include "stimulus/trace/format/word_at.h"

namespace starnuma::trace {

/// Maximum size of a frame before compression.
inline constexpr std::size_t kFrameBytes = 256 * 1024;
/// Upper bound of the size of a record.
inline constexpr std::size_t kPadding = 64;

/// Progress of a thread.
struct Progress {
  std::uint64_t instructions = 0;
  std::uint64_t epoch = 0;
  std::uint64_t leaves = 0;  ///< One more than the number of its last leave; 0 before the first.
};

namespace detail {

/// Number of sizes with a code of their own: 1, 2, 4 ... 64.
inline constexpr int kSizeCodes = 7;
/// Previous address, by kind of access and size.
using LastAddresses = std::array<std::uint64_t, 32>;

enum : std::uint8_t {  // the low two bits of a record's first byte
  kLoadHead,
  kStoreHead,
  kAtomicHead,
  kOtherHead
};

inline std::uint64_t zigzag(std::uint64_t delta) { return (delta << 1) ^ (0 - (delta >> 63)); }
inline std::uint64_t unzigzag(std::uint64_t code) { return (code >> 1) ^ (0 - (code & 1)); }

}  // namespace detail

class FrameEncoder {
 public:
  FrameEncoder() { bytes_.reserve(kFrameBytes); }

  /// Starts a frame.
  void begin(const Progress& progress);
  /// Appends a record. Precondition: room().
  void add(const Record& record);
  void add_end(const Totals& totals);
  bool room() const { return bytes_.size() + 2 * kPadding <= kFrameBytes; }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  void put(std::uint64_t value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
  void put_number(std::uint64_t value) {
    for (; value >= 128; value >>= 7) put(value | 128);
    put(value);
  }
  void put_after(const Record& record);
  void put_address(std::size_t slot, std::uint64_t address);
  void add_other(const Record& record);

  std::vector<std::uint8_t> bytes_;
  detail::LastAddresses last_{};
  Progress progress_;
};

class FrameDecoder {
 public:
  FrameDecoder() = default;
  /// Decodes `size` bytes from `data`, followed by kPadding zero bytes.
  FrameDecoder(const std::uint8_t* data, std::size_t size);

  bool at_end() const { return at_ == end_; }
  Record next();
  const Progress& progress() const { return progress_; }
  /// Returns the contents of the end record. Precondition: the end record was decoded.
  const Totals& totals() const { return totals_; }

 private:
  static constexpr std::size_t kFetchAhead = 256;
  /// Maximum work that the first byte can encode.
  static constexpr std::uint64_t kMaxShortWork = 7;

  [[noreturn]] static void fail(const char* what);
  std::uint64_t number() {
    const std::uint64_t first = *at_++;
    if (__builtin_expect(first < 128, 1)) return first;
    return longer_number(first & 127);
  }
  /// Decodes a number of any length without a branch on its length.
  std::uint64_t any_number() {
    std::uint64_t bytes = word_at(at_);
    const std::uint64_t ends = ~bytes & 0x8080808080808080;
    if (__builtin_expect(ends == 0, 0)) return number();
    const int last = __builtin_ctzll(ends);  // index of the last bit of the number, including marks
    at_ += last / 8 + 1;
    bytes &= 0x7F7F7F7F7F7F7F7F & (~std::uint64_t{0} >> (63 - last));
    bytes = (bytes & 0x007F007F007F007F) | (bytes & 0x7F007F007F007F00) >> 1;
    bytes = (bytes & 0x00003FFF00003FFF) | (bytes & 0x3FFF00003FFF0000) >> 2;
    return (bytes & 0x000000000FFFFFFF) | (bytes & 0x0FFFFFFF00000000) >> 4;
  }
  std::uint64_t longer_number(std::uint64_t value) {
    for (int shift = 7; shift < 64; shift += 7) {
      const std::uint64_t byte = *at_++;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
    fail("a number of more than 64 bits");
  }
  std::array<std::uint8_t, 2> after() {
    const std::uint8_t distance = *at_++;
    if (__builtin_expect(distance < 255, 1)) return {distance, 0};
    at_ += 2;
    return {at_[-2], at_[-1]};
  }
  std::uint64_t address(std::size_t slot) { return last_[slot] += detail::unzigzag(any_number()); }
  std::uint64_t work() {
    const std::uint64_t work = number();
    if (work > kMaxWork - kMaxShortWork) fail("more work than a record may have");
    return work;
  }
  /// Decodes the rest of a record that is not an access.
  void other(std::uint8_t head, Record& record);

  const std::uint8_t* at_ = nullptr;
  const std::uint8_t* end_ = nullptr;
  detail::LastAddresses last_{};
  Progress progress_;
  Totals totals_;
};

[[gnu::always_inline]] inline Record FrameDecoder::next() {
  base::prefetch(at_ + kFetchAhead);  // many streams are read in turns
  // A single record and a single return, so that the record is constructed in place and never
  // copied.
  Record record;
  const std::uint8_t head = *at_++;
  const auto kind = static_cast<std::uint8_t>(head & 3);
  if (kind == detail::kOtherHead) {
    other(head, record);
    return record;
  }
  record.kind = static_cast<RecordKind>(kind);
  const std::size_t size = (head >> 2) & 7;
  record.bytes = static_cast<std::uint8_t>(size < detail::kSizeCodes ? 1 << size : *at_++);
  record.work = head >> 5;
  if (record.work == 7) record.work += work();
  record.after = after();
  record.address = address(kind * std::size_t{8} + size);
  if (__builtin_expect(at_ > end_, 0)) fail("a record that is cut off");
  if (__builtin_expect(record.bytes - 1U >= kMaxBytes, 0)) fail("an access of no or many bytes");
  progress_.instructions += record.work + 1;
  return record;
}

}  // namespace starnuma::trace
