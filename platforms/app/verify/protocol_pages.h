// SPDX-License-Identifier: Apache-2.0
// Protocol pages in docs/generated (the tables, and the mutants with the check that finds each),
// and the device table for the RTL.
#pragma once

#include <filesystem>

namespace starnuma::app {

/// Writes the pages; explores every mutant for the second one.
void write_protocol_pages(const std::filesystem::path& folder);

/// Writes the package of rows that the directory of the RTL uses.
void write_rtl_rows(const std::filesystem::path& file);

}  // namespace starnuma::app
