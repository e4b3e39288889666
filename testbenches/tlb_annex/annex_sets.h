// SPDX-License-Identifier: Apache-2.0
// Annexes that the bench plays; CMake writes both lists.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "testbenches/tlb_annex/annex_block.h"

namespace starnuma::testbenches {

/// Returns every set that platforms are built with, and small ones that reach corner cases sooner.
const std::vector<AnnexSet>& annex_sets();

/// Returns the mutants of the block (rtl/verify/lockstep_mutants.json).
const std::vector<AnnexSet>& annex_mistakes();

/// Returns the mutant of that name.
const AnnexSet& annex_mistake(std::string_view name);

/// Returns the smallest set with these counters and at least this number of entries. Throws
/// InputError, naming the stream `file`, if there is none.
const AnnexSet& smallest_annex(int entries, int count_width, std::string_view file);

/// Prints a set for GoogleTest.
inline void PrintTo(const AnnexSet& set, std::ostream* out) { *out << set.name; }

}  // namespace starnuma::testbenches
