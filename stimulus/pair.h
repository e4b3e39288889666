// SPDX-License-Identifier: Apache-2.0
// Two adjacent elements of a row, as held by a 16-byte vector.
#pragma once

namespace starnuma::stimulus {

struct Pair {
  using Vector = double __attribute__((vector_size(16)));
  Vector lanes;
};

}  // namespace starnuma::stimulus
