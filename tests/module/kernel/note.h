// SPDX-License-Identifier: Apache-2.0
// The smallest message that an envelope accepts.
#pragma once

namespace starnuma::kernel {

struct Note {
  int value = 0;
  bool carries_data() const { return false; }
  accounting::Traffic traffic() const { return accounting::Traffic::kControl; }
  std::uint16_t interleave_key() const { return 0; }
};

}  // namespace starnuma::kernel
