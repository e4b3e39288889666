// SPDX-License-Identifier: Apache-2.0
// One record of a trace: something that a thread of the traced program did.
//
// Contract: records of a thread come in program order. Loads, stores, atomics and mispredicted
// branches are one instruction each; `work` are the instructions before the record that have no
// record of their own, so the work and those records of a thread add up to its instructions. An
// instruction that makes two accesses counts twice: its writer takes one off the next record's
// work. docs/formats/trace.md has every record and how it is written.
#pragma once

#include <array>
#include <cstdint>

namespace starnuma::trace {

/// The format that is written, and the only one that is read.
inline constexpr int kVersion = 1;
inline constexpr int kMaxThreads = 4096;
/// Larger accesses are several.
inline constexpr int kMaxBytes = 64;
inline constexpr std::uint64_t kMaxWork = (std::uint64_t{1} << 31) - 1;

struct Record {
  enum class Kind : std::uint8_t {
    kLoad,
    kStore,
    kAtomic,       ///< A locked read-modify-write; all of it in one line.
    kMispredict,   ///< A conditional branch that a predictor got wrong.
    kWriteBack,    ///< Filtered traces: the filter gave up a dirty line. No instruction.
    kUpgrade,      ///< Filtered traces: the first store to a line that the filter has clean.
    kEpoch,        ///< Epoch `number` begins; if the thread waited then, before its enter.
    kLeave,        ///< Leave `number` of the trace: counted from 0 over all threads, each once.
    kEnter,        ///< Goes on when all leaves below `number` have been made.
    kRegionBegin,  ///< What is measured begins; in every thread's stream.
    kRegionEnd,    ///< What is measured has ended; in every thread's stream.
    kEnd           ///< The thread's last record.
  };

  Kind kind = Kind::kEnd;
  std::uint8_t bytes = 0;  ///< Of an access: 1 to kMaxBytes; loads and stores may cross lines.
  /// Loads that an access or a branch waits for, by their distance: 1 is the thread's last load
  /// before it, 0 is none. Loads that are no record do not count.
  std::array<std::uint8_t, 2> after{};
  std::uint64_t work = 0;     ///< At most kMaxWork.
  std::uint64_t address = 0;  ///< Of accesses, write-backs and upgrades; in the traced program.
  std::uint64_t number = 0;   ///< Of epochs, leaves and enters.
};

inline constexpr int kKinds = static_cast<int>(Record::Kind::kEnd) + 1;

inline bool is_access(Record::Kind kind) { return kind <= Record::Kind::kAtomic; }
/// Whether the record is an instruction itself.
inline bool is_instruction(Record::Kind kind) {
  return kind <= Record::Kind::kMispredict || kind == Record::Kind::kUpgrade;
}
inline bool has_address(Record::Kind kind) {
  return is_access(kind) || kind == Record::Kind::kWriteBack || kind == Record::Kind::kUpgrade;
}
inline bool has_number(Record::Kind kind) {
  return kind >= Record::Kind::kEpoch && kind <= Record::Kind::kEnter;
}

/// What a stream held; an upgrade is a store.
struct Totals {
  std::uint64_t instructions = 0;
  std::uint64_t loads = 0;
  std::uint64_t stores = 0;
  std::uint64_t atomics = 0;
  std::uint64_t mispredictions = 0;

  void add(const Record& record) {
    using Kind = Record::Kind;
    instructions += record.work + (is_instruction(record.kind) ? 1 : 0);
    loads += record.kind == Kind::kLoad ? 1 : 0;
    stores += record.kind == Kind::kStore || record.kind == Kind::kUpgrade ? 1 : 0;
    atomics += record.kind == Kind::kAtomic ? 1 : 0;
    mispredictions += record.kind == Kind::kMispredict ? 1 : 0;
  }
  std::uint64_t accesses() const { return loads + stores + atomics; }
  friend bool operator==(const Totals& a, const Totals& b) {
    return a.instructions == b.instructions && a.loads == b.loads && a.stores == b.stores &&
           a.atomics == b.atomics && a.mispredictions == b.mispredictions;
  }
};

}  // namespace starnuma::trace
