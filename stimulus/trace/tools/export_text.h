// SPDX-License-Identifier: Apache-2.0
// Exports a trace as text for other tools, with one file per thread and one line per access.
//
// Contract: the format is "INSTRUCTION R|W|A 0xADDRESS BYTES". INSTRUCTION is the index of the
// instruction in its thread, from 0; A is a locked read-modify-write. SST's Prospero reads files
// without A lines.
#pragma once

#include <filesystem>

namespace starnuma::trace {

/// Writes thread0.txt, thread1.txt ... to `to`. Precondition: the parent folder exists.
void export_text(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace starnuma::trace
