// SPDX-License-Identifier: Apache-2.0
// Host cost of plain TLM-2.0, the unit in which the platform's own speed is stated.
//
// Contract: each function elaborates SystemC, so it is called once per process. It returns host CPU
// nanoseconds per call.
#pragma once

#include <cstdint>

namespace starnuma::speed {

/// Measures calls of a target's b_transport; the target adds a delay.
double direct_call_ns(std::int64_t calls);

/// Measures calls through `hops` modules. Each module books bandwidth (next free time), adds a
/// latency and forwards.
double contended_chain_ns(int hops, std::int64_t calls);

}  // namespace starnuma::speed
