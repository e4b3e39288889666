// SPDX-License-Identifier: Apache-2.0
#include "models/pool/speculative_reads.h"

#include <algorithm>

namespace starnuma::pool {

std::deque<SpeculativeReads::Read>::const_iterator SpeculativeReads::find(
    std::uint64_t line) const {
  return std::find_if(reads_.begin(), reads_.end(),
                      [&](const Read& read) { return read.line == line; });
}

bool SpeculativeReads::receive(std::uint64_t line) {
  ++counts_.received;
  const bool held = find(line) != reads_.end();
  counts_.repeated += held;
  return held;
}

void SpeculativeReads::add(const Read& read) {
  if (std::any_of(writes_.begin(), writes_.end(), [&](const Write& write) {
        return write.line == read.line && read.issued < write.time;
      })) {
    ++counts_.invalidated;
    return;
  }
  if (reads_.size() == entries_) {
    reads_.pop_front();
    ++counts_.replaced;
  }
  reads_.push_back(read);
}

std::optional<SpeculativeReads::Read> SpeculativeReads::take(std::uint64_t line, base::Time time) {
  const auto found = find(line);
  if (found == reads_.end() || found->issued > time) return std::nullopt;
  const Read read = *found;
  reads_.erase(found);
  ++counts_.used;
  return read;
}

void SpeculativeReads::invalidate(std::uint64_t line) {
  const auto found = find(line);
  if (found == reads_.end()) return;
  reads_.erase(found);
  ++counts_.invalidated;
}

void SpeculativeReads::invalidate_all() {
  counts_.invalidated += static_cast<std::int64_t>(reads_.size());
  reads_.clear();
}

void SpeculativeReads::write(std::uint64_t line, base::Time time, base::Time horizon) {
  invalidate(line);
  writes_.erase(std::remove_if(writes_.begin(), writes_.end(),
                               [&](const Write& write) { return write.time <= horizon; }),
                writes_.end());
  if (time > horizon) writes_.push_back({line, time});
}

void SpeculativeReads::report(accounting::StatWriter& writer) const {
  if (counts_.received + counts_.held_before == 0) return;
  const auto count = [&](std::string_view name, std::int64_t value, std::string_view sentence) {
    writer.write(name, value, "1", sentence);
  };
  count("speculative_reads", counts_.received, "MemSpecRd received from hosts");
  count("speculative_reads.held_before", counts_.held_before,
        "lines read for MemSpecRd that the device held when the measurement began");
  count("speculative_reads.used", counts_.used, "lines read for MemSpecRd that a request took");
  count("speculative_reads.dropped", counts_.dropped,
        "MemSpecRd without a read: the device or its memory was loaded, or the line was poisoned");
  count("speculative_reads.repeated", counts_.repeated,
        "MemSpecRd for lines that the device held already");
  count("speculative_reads.replaced", counts_.replaced,
        "lines read for MemSpecRd that later ones replaced");
  count("speculative_reads.invalidated", counts_.invalidated,
        "lines read for MemSpecRd that were written before a request took them");
  count("speculative_reads.held", static_cast<std::int64_t>(reads_.size()),
        "lines read for MemSpecRd that the device holds at the end");
}

void SpeculativeReads::reset_statistics() {
  counts_ = {};
  counts_.held_before = static_cast<std::int64_t>(reads_.size());
}

}  // namespace starnuma::pool
