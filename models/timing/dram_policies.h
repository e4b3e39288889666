// SPDX-License-Identifier: Apache-2.0
// Values that a memory controller and its scheduler share: shape, policies, accesses.
#pragma once

#include <cstdint>

namespace starnuma::timing {

enum class PagePolicy : std::uint8_t {
  kClosed,   ///< Each access activates its row and precharges it.
  kOpen,     ///< A row stays open until an access needs another row of its bank.
  kAdaptive  ///< A row closes as soon as it may, unless another access to it has arrived by then.
};
enum class RefreshPolicy : std::uint8_t {
  kNone,
  kAllBank,   ///< One rank at a time.
  kSameBank,  ///< One bank of every group of a rank.
  kPerBank    ///< One bank.
};

/// Ranks, bank groups and banks behind one data bus.
struct DramShape {
  int ranks = 1;
  int bank_groups = 1;  ///< Per rank.
  int banks_per_group = 1;
  int groups() const { return ranks * bank_groups; }
  int banks() const { return groups() * banks_per_group; }
};

/// Policies of the controller of one data bus.
struct DramPolicies {
  PagePolicy page = PagePolicy::kClosed;
  RefreshPolicy refresh = RefreshPolicy::kAllBank;
  int write_high = 1;  ///< Waiting writes at which a drain begins.
  int write_low = 0;   ///< Waiting writes at which a drain ends.
  int reads = 64;      ///< Most reads among which the next command is chosen.
  int writes = 64;     ///< Most writes among which the next command is chosen.
};

struct DramAccess {
  int bank = 0;  ///< (rank x groups + group) x banks per group + bank
  std::int64_t row = 0;
  bool write = false;
};

/// State of the bank that an access meets.
enum class RowOutcome : std::uint8_t {
  kHit,       ///< Row open: the column command alone.
  kMiss,      ///< Bank closed: ACTIVATE first.
  kConflict,  ///< Another row open: PRECHARGE and ACTIVATE first.
};

}  // namespace starnuma::timing
