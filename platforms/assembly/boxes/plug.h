// SPDX-License-Identifier: Apache-2.0
// Bidirectional port of a transport module, so that modules of any kind can be chained.
#pragma once

#include "models/kernel/envelope.h"
#include "models/kernel/sockets.h"
#include "models/transport/bundle.h"
#include "models/transport/router.h"

namespace starnuma::assembly {

struct Plug {
  using Out = kernel::Initiator<kernel::Envelope>;
  using In = tlm::tlm_base_target_socket_b<64, kernel::Forward<kernel::Envelope>,
                                           kernel::Backward<kernel::Envelope>>;
  Out* out;
  In* in;
};

inline void join(const Plug& a, const Plug& b) {
  a.out->bind(*b.in);
  b.out->bind(*a.in);
}

inline Plug port(transport::Router& router, int i) {
  const auto p = static_cast<std::size_t>(i);
  return {&router.out[p], &router.in[p]};
}
inline Plug link_of(transport::Bundle& bundle, int i) {
  const auto l = static_cast<std::size_t>(i);
  return {&bundle.link_out[l], &bundle.link_in[l]};
}
inline Plug port(transport::Bundle& bundle) { return {&bundle.port_out, &bundle.port_in}; }

/// Returns one of the two sides of a TwoPort.
template <class Box>
Plug side_a(Box& box) {
  return {&box.a_out, &box.a_in};
}
template <class Box>
Plug side_b(Box& box) {
  return {&box.b_out, &box.b_in};
}

/// Connects `box` to `end` and makes its far side the new end.
template <class Box>
void append(Plug& end, Box& box) {
  join(end, side_a(box));
  end = side_b(box);
}

}  // namespace starnuma::assembly
