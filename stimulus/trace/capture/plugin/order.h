// SPDX-License-Identifier: GPL-2.0-or-later
// Order of calls that block and of calls that wake, and the origin of each wake.
//
// Contract: a wake is recorded before its call is executed, so the woken thread finds it. Any
// thread may call.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "stimulus/trace/capture/plugin/lockstep.h"

namespace starnuma::capture {

class Order {
 public:
  /// Records the start of a call that blocks or wakes; `recorded` if it is a leave of the trace.
  /// Returns its number.
  std::uint64_t leave(bool recorded) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++calls_;
    return recorded ? leaves_++ : leaves_;
  }
  /// Returns the current numbers of calls and of leaves of the trace.
  std::uint64_t calls() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return calls_;
  }
  std::uint64_t leaves() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return leaves_;
  }

  /// Records that subsequent actions of `member` may wake the waiters of the futex at `address`; 0
  /// for other events.
  void wake(const Member& member, std::uint64_t address) {
    const std::lock_guard<std::mutex> lock(mutex_);
    last_[address] = {{member.clock, member.in_window, leaves_}, calls_};
  }
  /// Returns the last wake at this address if it followed the first `calls` calls.
  std::optional<Wake> wake_since(std::uint64_t calls, std::uint64_t address) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = last_.find(address);
    if (found == last_.end() || found->second.call <= calls) return std::nullopt;
    return found->second.wake;
  }

 private:
  struct Noted {
    Wake wake;
    std::uint64_t call;
  };
  mutable std::mutex mutex_;
  std::uint64_t calls_ = 0;
  std::uint64_t leaves_ = 0;
  std::unordered_map<std::uint64_t, Noted> last_;
};

}  // namespace starnuma::capture
