// SPDX-License-Identifier: Apache-2.0
// Protocol pages in docs/generated: the tables, and the mutants with the check that finds each.
#pragma once

#include <filesystem>

namespace starnuma::app {

/// Writes the pages; explores every mutant for the second one.
void write_protocol_pages(const std::filesystem::path& folder);

}  // namespace starnuma::app
