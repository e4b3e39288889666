// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/frame_codec.h"

#include "models/base/check.h"

namespace starnuma::trace {
namespace {

/// Records other than accesses have their kind in bits 2..5 of the first byte, and up to two
/// instructions of work in bits 6 and 7.
constexpr int kOtherShift = 2;
constexpr int kOtherWorkShift = 6;
constexpr std::uint64_t kOtherWorkFollows = 3;
/// Indices of the addresses of write-backs and upgrades among the last addresses.
constexpr std::size_t kWriteBackSlot = 24;
constexpr std::size_t kUpgradeSlot = 25;

constexpr std::uint64_t kWorkFollows = 7;

int size_code(std::uint8_t bytes) {
  for (int code = 0; code < detail::kSizeCodes; ++code) {
    if (bytes == 1 << code) return code;
  }
  return detail::kSizeCodes;
}

std::size_t slot_of(RecordKind kind) {
  return kind == RecordKind::kWriteBack ? kWriteBackSlot : kUpgradeSlot;
}

}  // namespace

void FrameEncoder::begin(const Progress& progress) {
  bytes_.clear();
  last_ = {};
  progress_ = progress;
  put_number(progress.instructions);
  put_number(progress.epoch);
  put_number(progress.leaves);
}

void FrameEncoder::put_after(const Record& record) {
  if (record.after[1] != 0 || record.after[0] == 255) {
    put(255);
    put(record.after[0]);
    put(record.after[1]);
  } else {
    put(record.after[0]);
  }
}

void FrameEncoder::put_address(std::size_t slot, std::uint64_t address) {
  put_number(detail::zigzag(address - last_[slot]));
  last_[slot] = address;
}

void FrameEncoder::add(const Record& record) {
  SN_CHECK(record.work <= kMaxWork, "record of ", record.work, " instructions");
  if (!is_access(record.kind)) return add_other(record);
  SN_CHECK(record.bytes - 1U < kMaxBytes, "access of ", int{record.bytes}, " bytes");
  const int size = size_code(record.bytes);
  const std::uint64_t work = record.work < kWorkFollows ? record.work : kWorkFollows;
  const auto kind = static_cast<std::uint64_t>(record.kind);
  put(kind | static_cast<std::uint64_t>(size) << 2 | work << 5);
  if (size == detail::kSizeCodes) put(record.bytes);
  if (work == kWorkFollows) put_number(record.work - kWorkFollows);
  put_after(record);
  put_address(kind * 8 + static_cast<std::size_t>(size), record.address);
}

void FrameEncoder::add_other(const Record& record) {
  const std::uint64_t work = record.work < kOtherWorkFollows ? record.work : kOtherWorkFollows;
  const auto kind = static_cast<std::uint64_t>(record.kind);
  put(detail::kOtherHead | kind << kOtherShift | work << kOtherWorkShift);
  if (work == kOtherWorkFollows) put_number(record.work - kOtherWorkFollows);
  switch (record.kind) {
    case RecordKind::kMispredict:
      put_after(record);
      break;
    case RecordKind::kWriteBack:
    case RecordKind::kUpgrade:
      put_address(slot_of(record.kind), record.address);
      break;
    case RecordKind::kEpoch:
      put_number(record.number - progress_.epoch);
      progress_.epoch = record.number;
      break;
    case RecordKind::kLeave:
      put_number(record.number - progress_.leaves);
      progress_.leaves = record.number + 1;
      break;
    case RecordKind::kEnter:
      put_number(detail::zigzag(record.number - progress_.leaves));
      break;
    default:
      break;
  }
}

void FrameEncoder::add_end(const Totals& totals) {
  for (const std::uint64_t total :
       {totals.instructions, totals.loads, totals.stores, totals.atomics, totals.mispredictions}) {
    put_number(total);
  }
}

FrameDecoder::FrameDecoder(const std::uint8_t* data, std::size_t size)
    : at_(data), end_(data + size) {
  progress_.instructions = number();
  progress_.epoch = number();
  progress_.leaves = number();
  if (at_ > end_) fail("a frame without its beginning");
}

void FrameDecoder::fail(const char* what) { throw base::InputError(what); }

void FrameDecoder::other(std::uint8_t head, Record& record) {
  const int kind = (head >> kOtherShift) & 15;
  if (kind < static_cast<int>(RecordKind::kMispredict) || kind >= kKinds) fail("an unknown record");
  record.kind = static_cast<RecordKind>(kind);
  record.work = head >> kOtherWorkShift;
  if (record.work == kOtherWorkFollows) record.work += work();
  switch (record.kind) {
    case RecordKind::kMispredict:
      record.after = after();
      break;
    case RecordKind::kWriteBack:
    case RecordKind::kUpgrade:
      record.address = address(slot_of(record.kind));
      break;
    case RecordKind::kEpoch:
      progress_.epoch = record.number = progress_.epoch + number();
      break;
    case RecordKind::kLeave:
      record.number = progress_.leaves + number();
      progress_.leaves = record.number + 1;
      break;
    case RecordKind::kEnter:
      record.number = progress_.leaves + detail::unzigzag(number());
      break;
    case RecordKind::kEnd:
      for (std::uint64_t* total : {&totals_.instructions, &totals_.loads, &totals_.stores,
                                   &totals_.atomics, &totals_.mispredictions}) {
        *total = number();
      }
      break;
    default:
      break;
  }
  if (at_ > end_) fail("a record that is cut off");
  progress_.instructions += record.work + (is_instruction(record.kind) ? 1 : 0);
}

}  // namespace starnuma::trace
