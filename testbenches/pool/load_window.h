// SPDX-License-Identifier: Apache-2.0
// How many accesses a host may have under way: as many as it likes, fewer where the device reports
// overload and the host follows it.
//
// Contract: follow() takes the DevLoad of each answer and changes the window by what it says, at
// most once per kHold.
#pragma once

#include <algorithm>

#include "testbenches/pool/bench_config.h"
#include "testbenches/pool/fabric.h"

namespace starnuma::pool_bench {

class LoadWindow {
 public:
  /// Between two changes: about what a change takes to show (assumed).
  static constexpr base::Time kHold{500'000};

  explicit LoadWindow(const HostSetup& host)
      : follows_(host.throttle), most_(host.outstanding), size_(host.outstanding) {}

  int size() const { return size_; }

  /// Gives way to an overloaded device, comes back when its load is light; whether it gave way.
  bool follow(DeviceLoad load, base::Time now) {
    if (!follows_ || now - changed_ < kHold) return false;
    const int before = size_;
    size_ = after(load);
    if (size_ != before) changed_ = now;
    return size_ < before;
  }

 private:
  int after(DeviceLoad load) const {
    switch (load) {
      case DeviceLoad::kLight:
        return std::min(size_ + 1, most_);
      case DeviceLoad::kOptimal:
        return size_;
      case DeviceLoad::kModerate:
        return std::max(size_ - 1, 1);
      case DeviceLoad::kSevere:
        return std::max(size_ / 2, 1);
    }
    return size_;
  }

  bool follows_;
  int most_;
  int size_;
  base::Time changed_;
};

}  // namespace starnuma::pool_bench
