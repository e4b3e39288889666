// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace starnuma::assembly {

/// Converts the index of a node, edge or module to a container index.
inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace starnuma::assembly
