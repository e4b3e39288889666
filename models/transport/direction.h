// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace starnuma::transport {

/// Direction from side A to side B of a component, or from B to A. Side A of a link to a device or
/// to a memory node is the side of the socket or switch.
enum Direction : int { kForward = 0, kBackward = 1 };

}  // namespace starnuma::transport
