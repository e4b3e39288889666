// SPDX-License-Identifier: Apache-2.0
// Record of a trace: an action of a thread of the traced program.
//
// Contract:
// - The records of a thread are in program order.
// - Loads, stores, atomics and mispredicted branches are one instruction each. `work` is the number
//   of preceding instructions without a record, so the instructions of a thread are the sum of the
//   work and of these records.
// - An instruction with two accesses counts twice; its writer reduces the work of the next record
//   by one.
// - docs/formats/trace.md describes every record and its encoding.
#pragma once

#include <array>
#include <cstdint>

namespace starnuma::trace {

/// Version that is written, and the only one that is accepted.
inline constexpr int kVersion = 1;
inline constexpr int kMaxThreads = 4096;
/// Maximum size of an access; larger ones are split.
inline constexpr int kMaxBytes = 64;
inline constexpr std::uint64_t kMaxWork = (std::uint64_t{1} << 31) - 1;

enum class RecordKind : std::uint8_t {
  kLoad,
  kStore,
  kAtomic,       ///< locked read-modify-write within one line
  kMispredict,   ///< mispredicted conditional branch
  kWriteBack,    ///< filtered traces: eviction of a dirty line from the filter; not an instruction
  kUpgrade,      ///< filtered traces: first store to a line that is clean in the filter
  kEpoch,        ///< start of epoch `number`; if the thread waited at that time, precedes its enter
  kLeave,        ///< leave `number` of the trace: unique, counted from 0 over all threads
  kEnter,        ///< the thread continues when all leaves below `number` have been made
  kRegionBegin,  ///< start of the measured region; in every thread's stream
  kRegionEnd,    ///< end of the measured region; in every thread's stream
  kEnd           ///< last record of the thread
};

struct Record {
  RecordKind kind = RecordKind::kEnd;
  std::uint8_t bytes = 0;  ///< Size of an access: 1 to kMaxBytes. Loads and stores may cross lines.
  /// Distances of the loads on which an access or a branch depends: 1 is the thread's previous
  /// load, 0 is none. Loads without a record do not count.
  std::array<std::uint8_t, 2> after{};
  std::uint64_t work = 0;  ///< At most kMaxWork.
  /// Address of accesses, write-backs and upgrades in the traced program.
  std::uint64_t address = 0;
  std::uint64_t number = 0;  ///< Number of epochs, leaves and enters.
};

inline constexpr int kKinds = static_cast<int>(RecordKind::kEnd) + 1;

inline bool is_access(RecordKind kind) { return kind <= RecordKind::kAtomic; }
/// Returns true if the record is an instruction itself.
inline bool is_instruction(RecordKind kind) {
  return kind <= RecordKind::kMispredict || kind == RecordKind::kUpgrade;
}
inline bool has_address(RecordKind kind) {
  return is_access(kind) || kind == RecordKind::kWriteBack || kind == RecordKind::kUpgrade;
}
inline bool has_number(RecordKind kind) {
  return kind >= RecordKind::kEpoch && kind <= RecordKind::kEnter;
}

/// Totals of a stream; an upgrade counts as a store.
struct Totals {
  std::uint64_t instructions = 0;
  std::uint64_t loads = 0;
  std::uint64_t stores = 0;
  std::uint64_t atomics = 0;
  std::uint64_t mispredictions = 0;

  void add(const Record& record) {
    instructions += record.work + (is_instruction(record.kind) ? 1 : 0);
    loads += record.kind == RecordKind::kLoad ? 1 : 0;
    stores += record.kind == RecordKind::kStore || record.kind == RecordKind::kUpgrade ? 1 : 0;
    atomics += record.kind == RecordKind::kAtomic ? 1 : 0;
    mispredictions += record.kind == RecordKind::kMispredict ? 1 : 0;
  }
  std::uint64_t accesses() const { return loads + stores + atomics; }
  friend bool operator==(const Totals& a, const Totals& b) {
    return a.instructions == b.instructions && a.loads == b.loads && a.stores == b.stores &&
           a.atomics == b.atomics && a.mispredictions == b.mispredictions;
  }
};

}  // namespace starnuma::trace
