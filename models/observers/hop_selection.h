// SPDX-License-Identifier: Apache-2.0
// Selection of a hop recorder: components, time window and trigger.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/latency_kinds.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::observers {

enum class HopTriggerKind : std::uint8_t {
  kNone,     ///< records the window of the selection
  kLatency,  ///< a miss took longer than `latency`
  kLine,     ///< a message or access on `line`
  kMessage,  ///< a message named `message` arrives
  kCounter,  ///< `counter` has increased when an agent has handled a message
  kError     ///< a broken invariant ends the run
};

/// Event that opens the window; hops from `before` it to `after` it are recorded.
struct HopTrigger {
  HopTriggerKind kind = HopTriggerKind::kNone;
  base::Time latency;
  base::LineAddress line;
  std::string message;
  std::function<std::uint64_t()> counter;
  base::Time before;
  base::Time after;
};

/// Returns the core that an object of a socket serves, such as "machine.socket3.core1" for its
/// private caches, annex and tracker update unit. Returns other paths unchanged.
std::string core_of(const std::string& object);

struct HopSelection {
  static constexpr base::Time kForever{std::numeric_limits<std::int64_t>::max()};

  /// Selects objects by path; all objects if empty.
  std::function<bool(const std::string& object)> object;
  base::Time from;
  base::Time to = kForever;
  std::optional<base::LineAddress> line;    ///< Records only messages and accesses on this line.
  std::vector<std::uint64_t> transactions;  ///< Records only these transactions, if any; sorted.
  /// Spans of simulated time in which page walks are recorded whatever their transaction and line.
  std::vector<std::pair<base::Time, base::Time>> walks;
  bool misses = false;           ///< Records the ledgers of misses as well.
  std::size_t most = 2'000'000;  ///< Maximum number of hops; the window ends when it is exceeded.
  HopTrigger trigger;
  /// Rows of the recorded machine.
  accounting::AccessClasses classes = accounting::AccessClasses();
  accounting::LatencyKinds kinds = accounting::LatencyKinds();

  /// Returns true if the path or the path of its core is selected.
  bool selects(const std::string& path) const;
  /// Returns true if messages and accesses of this transaction on this line are selected.
  bool selects(std::uint64_t transaction, base::LineAddress address) const;
  /// Returns true if a part of a page walk with this span is selected.
  bool selects_walk(base::Time begin, base::Time end) const;
};

}  // namespace starnuma::observers
