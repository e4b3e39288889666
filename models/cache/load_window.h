// SPDX-License-Identifier: Apache-2.0
// Limit of a host's outstanding requests to a device. It decreases while the device reports
// overload.
//
// Contract:
// - follow() receives the DevLoad of each response and adjusts the limit, at most once per kHold.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/base/quantities.h"

namespace starnuma::cache {

class LoadWindow {
 public:
  /// Minimum time between two changes of the limit (assumed): about the delay until a change
  /// affects the reported load.
  static constexpr base::Time kHold{500'000};

  LoadWindow(bool follows, int most) : follows_(follows), most_(most), size_(most) {}

  int size() const { return size_; }

  /// Lowers the limit for an overloaded device and raises it under light load. Returns true if it
  /// lowered the limit. `load` is a DevLoad, from 0 (light) to 3 (severe overload).
  bool follow(std::uint8_t load, base::Time now) {
    if (!follows_ || now - changed_ < kHold) return false;
    const int before = size_;
    size_ = after(load);
    if (size_ != before) changed_ = now;
    return size_ < before;
  }

 private:
  int after(std::uint8_t load) const {
    switch (load) {
      case 0:
        return std::min(size_ + 1, most_);
      case 1:
        return size_;
      case 2:
        return std::max(size_ - 1, 1);
      default:
        return std::max(size_ / 2, 1);
    }
  }

  bool follows_;
  int most_;
  int size_;
  base::Time changed_;
};

}  // namespace starnuma::cache
