// SPDX-License-Identifier: Apache-2.0
// 128-bit products for exact scaling of 64-bit quantities.
#pragma once

namespace starnuma::base {

__extension__ typedef unsigned __int128 Wide;

}  // namespace starnuma::base
