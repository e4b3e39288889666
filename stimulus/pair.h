// SPDX-License-Identifier: Apache-2.0
// Two neighbouring elements of a row, as vectors of 16 bytes hold them.
#pragma once

namespace starnuma::stimulus {

struct Pair {
  using Vector = double __attribute__((vector_size(16)));
  Vector lanes;
};

}  // namespace starnuma::stimulus
