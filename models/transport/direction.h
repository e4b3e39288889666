// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace starnuma::transport {

/// From side A to side B of a box, or back. Side A of a link to a device or to a memory node is the
/// socket's, or a switch's.
enum Direction : int { kForward = 0, kBackward = 1 };

}  // namespace starnuma::transport
