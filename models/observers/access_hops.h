// SPDX-License-Identifier: Apache-2.0
// Hops of accesses at a core, from request to data, and of the levels of its page walks.
#pragma once

#include <deque>

#include "models/kernel/miss_observer.h"
#include "models/kernel/tap.h"
#include "models/observers/hop_buffer.h"
#include "models/protocol/access.h"

namespace starnuma::observers {

class AccessHops : public kernel::Tapper<protocol::Access>, public kernel::MissObserver {
 public:
  using Access = protocol::Access;

  explicit AccessHops(HopBuffer& buffer) : buffer_(buffer) {}

  /// Returns the track of the accesses of a core or of an equivalent initiator.
  std::uint32_t add_core(const std::string& object) {
    return buffer_.track_of(object, "", HopKind::kAccess);
  }
  /// Records a completed access for which no MissObserver is called; `hop.track` is a result of
  /// add_core().
  void on_access(const Hop& hop);

  /// Taps accesses of private caches to the caching agent and page walks into private caches.
  kernel::Destination<Access> tap(const sc_core::sc_object& initiator,
                                  const sc_core::sc_object& target,
                                  const kernel::Destination<Access>& direct) override;
  void on_miss(const kernel::Miss& miss) override;

 private:
  struct Tap {
    AccessHops& hops;
    kernel::Destination<Access> ahead;
    std::uint32_t track;
  };
  /// An access returns at the same time as its miss.
  struct Missed {
    std::uint64_t transaction;
    accounting::AccessClass access_class;
  };
  static constexpr std::size_t kMissesOfAnInstant = 256;

  void completed(const Access& access, std::uint32_t track);
  void walked(const Access& access, std::size_t level, std::uint32_t track);
  HopClass class_of(const Access& access) const;

  HopBuffer& buffer_;
  std::deque<Tap> taps_;
  std::deque<Missed> missed_;  ///< Latest misses.
};

}  // namespace starnuma::observers
