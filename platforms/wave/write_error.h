// SPDX-License-Identifier: Apache-2.0
// What the FST library does not say: that a write to one of its files has failed.
#pragma once

namespace starnuma::wave {

/// The errno of the first file since the last call that could not be written whole; 0 where all
/// could. Such files are found when they are closed or mapped, by any thread of the program.
int take_write_error();

}  // namespace starnuma::wave
