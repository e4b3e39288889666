// SPDX-License-Identifier: Apache-2.0
// transport::Retimer with the RTL of sn_retimer inside: the example of docs/guide
// "replace a block by your RTL".
//
// Contract: the sockets of transport::Retimer. Timing: what the RTL takes, in cycles of `period`;
// each direction has a pipeline of its own. Envelopes stay outside: a number goes through the RTL.
#pragma once

#include "models/transport/two_port.h"
#include "rtl/retimer/shell/retimer_pipeline.h"

namespace starnuma::rtl {

class RetimerRtl : public transport::TwoPort<RetimerRtl> {
 public:
  /// `kind` is that of the link on whose path it lies.
  RetimerRtl(const sc_core::sc_module_name& name, base::Time period, accounting::LinkKind kind);

  void pass(kernel::Envelope& envelope, transport::Direction direction);
  /// Clock cycles of both directions since reset.
  std::uint64_t ticks() const;

 private:
  base::Time period_;
  accounting::LatencyKind wire_;
  std::array<RetimerPipeline, 2> pipelines_;
};

}  // namespace starnuma::rtl
