// SPDX-License-Identifier: Apache-2.0
// Detection of failed writes, which the FST library does not report.
#pragma once

namespace starnuma::wave {

/// Returns the errno of the first file since the last call that could not be written completely; 0
/// if there is none. Such files are detected when any thread of the program closes or maps them.
int take_write_error();

}  // namespace starnuma::wave
