// SPDX-License-Identifier: Apache-2.0
// A trace as text for other tools: a file for each thread, a line for each access.
//
// Contract: "INSTRUCTION R|W|A 0xADDRESS BYTES", the instruction's number in its thread, counted
// from 0; A is a locked read-modify-write. Without A it is what SST's Prospero reads.
#pragma once

#include <filesystem>

namespace starnuma::trace {

/// Writes thread0.txt, thread1.txt ... to `to`, whose folder is there.
void export_text(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace starnuma::trace
