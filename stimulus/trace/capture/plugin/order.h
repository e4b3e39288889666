// SPDX-License-Identifier: GPL-2.0-or-later
// Who woke whom: the order of calls that block and of calls that wake.
//
// Contract: a wake is noted before its call is made, so whoever it wakes finds it. Any thread may
// call.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "stimulus/trace/capture/plugin/lockstep.h"

namespace starnuma::capture {

class Order {
 public:
  /// A call begins that blocks or wakes; `recorded`: it is a leave of the trace. Returns its
  /// number.
  std::uint64_t leave(bool recorded) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++calls_;
    return recorded ? leaves_++ : leaves_;
  }
  /// All calls so far, and leaves of the trace so far.
  std::uint64_t calls() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return calls_;
  }
  std::uint64_t leaves() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return leaves_;
  }

  /// What `member` does from now on wakes those who wait for the futex at `address`; 0: for
  /// anything else.
  void wake(const Member& member, std::uint64_t address) {
    const std::lock_guard<std::mutex> lock(mutex_);
    last_[address] = {{member.clock, member.in_window, leaves_}, calls_};
  }
  /// The last wake there if it came after the first `calls` calls.
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
