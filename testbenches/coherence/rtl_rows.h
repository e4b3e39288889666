// SPDX-License-Identifier: Apache-2.0
// Device table as a SystemVerilog package, for the directory of the RTL.
#pragma once

#include <string>

namespace starnuma::coherence_bench {

/// Returns package sn_dir_rows_pkg: messages, states, events and rows of the device.
std::string rtl_rows();

}  // namespace starnuma::coherence_bench
