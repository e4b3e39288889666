// SPDX-License-Identifier: Apache-2.0
// What a hop recorder keeps: which boxes, when, and what sets it off.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "models/accounting/access_class.h"
#include "models/accounting/latency_kinds.h"
#include "models/base/ids.h"
#include "models/base/quantities.h"

namespace starnuma::observers {

/// An event that opens the window: hops from `before` it to `after` it are kept.
struct HopTrigger {
  enum class Kind : std::uint8_t {
    kNone,     ///< Keep the window of the selection.
    kLatency,  ///< A miss that took longer than `latency`.
    kLine,     ///< A message or access on `line`.
    kMessage,  ///< A message named `message` arrives.
    kCounter,  ///< `counter` has risen when an agent has handled a message.
    kError     ///< A broken invariant stops the run.
  };
  Kind kind = Kind::kNone;
  base::Time latency;
  base::LineAddress line;
  std::string message;
  std::function<std::uint64_t()> counter;
  base::Time before;
  base::Time after;
};

/// The core that an object in a socket serves: "machine.socket3.core1" for its private caches,
/// annex and tracker update unit; other objects as they are.
std::string core_of(const std::string& object);

struct HopSelection {
  static constexpr base::Time kForever{std::numeric_limits<std::int64_t>::max()};

  /// Which objects, by path; all where it is empty.
  std::function<bool(const std::string& object)> object;
  base::Time from;
  base::Time to = kForever;
  std::optional<base::LineAddress> line;    ///< Only messages and accesses on it.
  std::vector<std::uint64_t> transactions;  ///< Only these, where there are any; sorted.
  bool misses = false;                      ///< Keep the ledgers of misses too.
  std::size_t most = 2'000'000;             ///< Hops; the window ends where there are more.
  HopTrigger trigger;
  /// Of the machine that is recorded.
  accounting::AccessClasses classes = accounting::AccessClasses();
  accounting::LatencyKinds kinds = accounting::LatencyKinds();

  /// By its own path or by its core's.
  bool selects(const std::string& path) const {
    return !object || object(path) || object(core_of(path));
  }
};

}  // namespace starnuma::observers
