// SPDX-License-Identifier: Apache-2.0
#include "rtl/retimer/shell/retimer_rtl.h"

namespace starnuma::rtl {

RetimerRtl::RetimerRtl(const sc_core::sc_module_name& name, base::Time period,
                       accounting::LinkKind kind)
    : TwoPort(name), period_(period), wire_(accounting::wire_of(kind)) {}

void RetimerRtl::pass(kernel::Envelope& envelope, transport::Direction direction) {
  const auto number = static_cast<std::uint32_t>(envelope.sequence);
  const int cycles = pipelines_[static_cast<std::size_t>(direction)].cycles_for(number);
  envelope.advance(wire_, period_ * cycles);
}

std::uint64_t RetimerRtl::ticks() const { return pipelines_[0].ticks() + pipelines_[1].ticks(); }

}  // namespace starnuma::rtl
