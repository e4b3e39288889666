// SPDX-License-Identifier: Apache-2.0
// The annexes that the bench plays: CMake writes both lists.
#pragma once

#include <ostream>
#include <string>

#include "testbenches/tlb_annex/annex_block.h"

namespace starnuma::testbenches {

/// Every set that platforms are built with, and small ones whose corners are met sooner.
const std::vector<AnnexSet>& annex_sets();

/// Blocks with a mistake in them (rtl/verify/lockstep_mutants.json).
const std::vector<AnnexSet>& annex_mistakes();

/// One of them.
const AnnexSet& annex_mistake(const std::string& name);

/// The smallest set of these counters that has as many entries. InputError, naming the stream
/// `file`, where there is none.
const AnnexSet& smallest_annex(int entries, int count_width, const std::string& file);

/// What GoogleTest calls a set.
inline void PrintTo(const AnnexSet& set, std::ostream* out) { *out << set.name; }

}  // namespace starnuma::testbenches
