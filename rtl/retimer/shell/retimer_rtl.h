// SPDX-License-Identifier: Apache-2.0
// Implementation of transport::Retimer that contains the RTL of sn_retimer; the example of the
// guide "replace a block by your RTL" in docs/guide.
//
// Contract: the sockets are those of transport::Retimer. Envelopes do not enter the RTL; a number
// passes through it instead.
// Timing: the cycles that the RTL takes, with the clock period `period`. Each direction has its own
// pipeline.
#pragma once

#include "models/transport/two_port.h"
#include "rtl/retimer/shell/retimer_pipeline.h"

namespace starnuma::rtl {

class RetimerRtl : public transport::TwoPort<RetimerRtl> {
 public:
  /// `kind` is the kind of the link on whose path the retimer is.
  RetimerRtl(const sc_core::sc_module_name& name, base::Time period, accounting::LinkKind kind);

  void pass(kernel::Envelope& envelope, transport::Direction direction);
  /// Returns the number of clock cycles of both directions since reset.
  std::uint64_t ticks() const;

 private:
  base::Time period_;
  accounting::LatencyKind wire_;
  std::array<RetimerPipeline, 2> pipelines_;
};

}  // namespace starnuma::rtl
