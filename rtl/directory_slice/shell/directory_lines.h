// SPDX-License-Identifier: Apache-2.0
// Lines of a directory RTL: their numbers, and their entries as the executed rows leave them.
//
// Contract: a set of the model is a set of the RTL. Lines are renumbered, so that the number of
// sets is not a power of two.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/pool/snoop_filter_function.h"
#include "rtl/directory_slice/shell/directory_ports.h"
#include "rtl/directory_slice/shell/directory_transactions.h"

namespace starnuma::rtl {

class DirectoryLines {
 public:
  using Entry = pool::SnoopFilter::Entry;
  using Tag = DirectoryTransactions::Tag;

  struct Line {
    base::LineAddress address;
    Entry entry;
    std::uint64_t bi_tag = 0;  ///< Tag of the last snoop.
    Tag snooper = 0;           ///< Transaction for which hosts are snooped.
    base::Time accepted;       ///< Time at which memory accepts the last write.
    Tag served = 0;            ///< Transaction that was committed last.
  };

  /// `sets` is the number of sets of the model, `rtl_sets` that of all slices of the RTL.
  DirectoryLines(std::uint64_t sets, int rtl_sets)
      : sets_(sets), set_bits_(__builtin_ctz(static_cast<unsigned>(rtl_sets))) {}

  /// Returns the number in the RTL of a line of memory.
  std::uint64_t number_of(std::uint64_t in_memory) const {
    return in_memory / sets_ << set_bits_ | in_memory % sets_;
  }
  /// Returns the line of memory of a number in the RTL.
  std::uint64_t in_memory(std::uint64_t number) const {
    const std::uint64_t mask = (std::uint64_t{1} << set_bits_) - 1;
    return (number >> set_bits_) * sets_ + (number & mask);
  }

  Line& operator[](std::uint64_t number) { return lines_[number]; }
  Line& at(std::uint64_t number) { return lines_.at(number); }
  const Line& at(std::uint64_t number) const { return lines_.at(number); }
  /// Returns the entry of a line, or null.
  const Entry* entry_of(std::uint64_t number) const {
    const auto found = lines_.find(number);
    const bool valid =
        found != lines_.end() && found->second.entry.state != protocol::cxl::DeviceState::kInvalid;
    return valid ? &found->second.entry : nullptr;
  }
  /// Applies an executed row to the entry of its line.
  Line& commit(const DirectoryCommit& commit) {
    using protocol::cxl::DeviceState;
    occupancy_ += commit.after != DeviceState::kInvalid;
    occupancy_ -= commit.before != DeviceState::kInvalid;
    snooped_ += is_transient(commit.after);
    snooped_ -= is_transient(commit.before);
    Line& line = lines_.at(commit.line);
    line.entry.state = commit.after;
    line.entry.sharers = commit.sharers;
    if (commit.after == DeviceState::kOwned) {
      line.entry.owner = static_cast<std::uint8_t>(__builtin_ctz(commit.sharers));
    }
    return line;
  }

  std::uint64_t sets() const { return sets_; }
  std::uint64_t occupancy() const { return occupancy_; }  ///< Number of valid entries.
  std::uint64_t snooped() const { return snooped_; }  ///< Number of lines whose hosts are snooped.

 private:
  std::uint64_t sets_;  ///< Number of sets of the filter in all slices.
  int set_bits_;        ///< Bits of a line of the RTL that number its set.
  std::unordered_map<std::uint64_t, Line> lines_;  ///< by number in the RTL
  std::uint64_t occupancy_ = 0;
  std::uint64_t snooped_ = 0;
};

}  // namespace starnuma::rtl
