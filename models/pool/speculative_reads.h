// SPDX-License-Identifier: Apache-2.0
// Buffer of the lines that a device has read for MemSpecRd, until a request takes them.
//
// Contract:
// - Lines are numbered as in the device's memory, so all addresses of a line share one entry.
// - An entry has the data of memory: each write of its line must invalidate it. Calls may have any
//   order of time, so a read that is added after a later write of its line is stale too.
// - A full buffer replaces its oldest entry.
// - Each MemSpecRd repeats another, is dropped, or its entry is used, replaced, invalidated or
//   still held.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/accounting/stats.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::pool {

class SpeculativeReads {
 public:
  struct Read {
    std::uint64_t line = 0;
    base::LineAddress address;  ///< Address that the host used.
    base::Time issued;
    base::Time done;            ///< Time at which the data are in the buffer.
    base::Time array;           ///< Unloaded latency of memory.
    std::uint16_t version = 0;  ///< Version of the data, if copies are checked.
  };

  /// Without entries, each MemSpecRd is dropped.
  explicit SpeculativeReads(int entries) : entries_(static_cast<std::size_t>(entries)) {}

  bool empty() const { return reads_.empty(); }
  bool has_entries() const { return entries_ > 0; }
  /// Counts a received MemSpecRd. Returns true if its line is held already.
  bool receive(std::uint64_t line);
  void drop() { ++counts_.dropped; }
  void add(const Read& read);
  /// Removes and returns the read of a line that was issued until `time`.
  std::optional<Read> take(std::uint64_t line, base::Time time);
  void invalidate(std::uint64_t line);
  void invalidate_all();
  /// Invalidates the reads of a line that is written at `time`. No later call of add() has a read
  /// that was issued before `horizon`.
  void write(std::uint64_t line, base::Time time, base::Time horizon);

  void report(accounting::StatWriter& writer) const;
  void reset_statistics();

 private:
  struct Counts {
    std::int64_t received = 0;
    std::int64_t held_before = 0;  ///< Entries at the start of the measurement.
    std::int64_t repeated = 0;     ///< Lines held already.
    std::int64_t used = 0;
    std::int64_t dropped = 0;
    std::int64_t replaced = 0;
    std::int64_t invalidated = 0;
  };
  struct Write {
    std::uint64_t line = 0;
    base::Time time;
  };
  std::deque<Read>::const_iterator find(std::uint64_t line) const;

  std::size_t entries_;
  std::deque<Read> reads_;     ///< Oldest first.
  std::vector<Write> writes_;  ///< Writes that a read may precede which is added later.
  Counts counts_;
};

}  // namespace starnuma::pool
