// SPDX-License-Identifier: Apache-2.0
// What plain TLM-2.0 costs on this host: the units that the platform's own speed is stated in.
//
// Contract: each function elaborates SystemC, so it is called once per process; it returns host CPU
// nanoseconds per call.
#pragma once

#include <cstdint>

namespace starnuma::speed {

/// An initiator calls a target's b_transport; the target adds a delay.
double direct_call_ns(std::int64_t calls);

/// The same through `hops` modules, each of which waits for its bandwidth (next free time), adds a
/// latency and forwards.
double contended_chain_ns(int hops, std::int64_t calls);

}  // namespace starnuma::speed
