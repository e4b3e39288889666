// SPDX-License-Identifier: Apache-2.0
// Statistics of a multi-headed device: messages by kind, snoops by cause and fan-out, occupancy of
// the snoop filter.
//
// Contract: plain counters in every delivery mode. The occupancy is sampled at each request.
#pragma once

#include <array>
#include <cstdint>

#include "models/accounting/stats.h"
#include "models/base/quantities.h"
#include "models/protocol/cxl/messages.h"
#include "models/protocol/directory_entry.h"

namespace starnuma::pool {

/// Cause of a snoop.
enum class SnoopCause : std::uint8_t {
  kShared,     ///< another host reads what one owns
  kOwnership,  ///< another host requests ownership
  kCapacity,   ///< the snoop filter needs the entry
  kCurrent     ///< another host reads the current data of an owned line
};

class DeviceStatistics {
 public:
  /// `tracked`: the message looks the directory up.
  void message(protocol::cxl::Op op, bool tracked) {
    ++messages_[static_cast<std::size_t>(op)];
    look_ups_ += tracked ? 1 : 0;
  }
  /// Counts an uncached access, which looks the directory up.
  void uncached(bool partial_write) {
    ++uncached_;
    partial_writes_ += partial_write ? 1 : 0;
    ++look_ups_;
  }
  void filter_use(std::uint64_t lines) {
    filter_lines_ += lines;
    most_filter_lines_ = lines > most_filter_lines_ ? lines : most_filter_lines_;
  }
  /// Counts snoops for one request. `messages` BISnp were sent to `hosts` hosts, and cover `lines`
  /// lines of each host together.
  void snooped(SnoopCause cause, int messages, int hosts, int lines) {
    snoops_[static_cast<std::size_t>(cause)] += messages;
    snooped_lines_ += lines;
    ++fan_out_[static_cast<std::size_t>(hosts)];
  }
  void snooped(SnoopCause cause, int hosts) { snooped(cause, hosts, hosts, hosts); }

  std::int64_t look_ups() const { return look_ups_; }

  /// `elapsed` is the length of the measurement window, `capacity` the number of entries of the
  /// snoop filter, `sectors` is true if an entry covers several lines.
  void report(accounting::StatWriter& writer, base::Time elapsed, std::uint64_t capacity,
              bool sectors) const;

 private:
  static constexpr std::size_t kOps = 32;
  static constexpr std::size_t kCauses = 4;

  std::int64_t received(protocol::cxl::Op op) const {
    return messages_[static_cast<std::size_t>(op)];
  }
  void report_snoops(accounting::StatWriter& writer, double requests, bool sectors) const;

  std::array<std::int64_t, kOps> messages_{};
  std::int64_t look_ups_ = 0;
  std::int64_t uncached_ = 0;
  std::int64_t partial_writes_ = 0;  ///< Part of them.
  std::array<std::int64_t, kCauses> snoops_{};
  std::int64_t snooped_lines_ = 0;
  std::array<std::int64_t, protocol::kMaxSockets + 1> fan_out_{};
  std::uint64_t filter_lines_ = 0;  ///< Sum of the occupancy at each request.
  std::uint64_t most_filter_lines_ = 0;
};

}  // namespace starnuma::pool
