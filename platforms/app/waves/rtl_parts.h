// SPDX-License-Identifier: Apache-2.0
// Components as RTL: SystemC modules with the model's sockets and statistics around the verilated
// blocks.
#pragma once

namespace starnuma::assembly {
struct RtlParts;
}

namespace starnuma::app {

/// Returns the components of `impl: rtl` and `both`, with or without the blocks' assertions.
/// Assembling a machine throws InputError for parameters without a built block.
const assembly::RtlParts& rtl_parts(bool assertions);

}  // namespace starnuma::app
