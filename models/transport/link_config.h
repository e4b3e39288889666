// SPDX-License-Identifier: Apache-2.0
// Fields of a link, a latency-only box (CXL port, retimer) and a router.
#pragma once

#include "models/base/fields.h"
#include "models/base/quantities.h"
#include "models/timing/message_bytes.h"

namespace starnuma::transport {

struct LinkConfig {
  base::Time latency;
  base::Bandwidth bandwidth;
  timing::BandwidthIs bandwidth_is = timing::BandwidthIs::kPayload;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("latency", latency, "one-way flight time");
    v.field("bandwidth", bandwidth, "rate of one direction", base::at_least(1));
    v.field("bandwidth_is", bandwidth_is, "whether the rate counts payload only or raw flits");
  }
};

/// Most consecutive bytes on one of several links side by side: the deal goes by 16 bits of the
/// line number, and this much keeps it even.
inline constexpr std::int64_t kMaxLinkInterleave = 64 << 10;

struct DelayConfig {
  base::Time latency;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("latency", latency, "time that a message spends in the box, each direction");
  }
};

}  // namespace starnuma::transport
