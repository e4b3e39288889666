// SPDX-License-Identifier: Apache-2.0
// The pages about the protocol in docs/generated: its tables, and the mutants with what finds each.
#pragma once

#include <filesystem>

namespace starnuma::app {

/// Explores every mutant for the second.
void write_protocol_pages(const std::filesystem::path& folder);

}  // namespace starnuma::app
