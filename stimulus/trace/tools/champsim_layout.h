// SPDX-License-Identifier: Apache-2.0
// Layouts of an instruction in ChampSim's traces, and which of them a file has.
//
// Layouts, by ChampSim's inc/trace_instruction.h: 64 bytes with two destinations (`input_instr`),
// and 96 bytes with four and an address space (`cloudsuite_instr`). A file does not say which it
// has. Recognition looks at the records that its first bytes make in each layout. A layout is
// plausible if all flags are 0 or 1, at least 19 of 20 instruction pointers are a canonical address
// and not 0, and at least half of them lie within 1 MiB of the one before. The thresholds are
// assumed; in the wrong layout data take turns with the pointers, so that hardly any lies near the
// one before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace starnuma::trace {

struct ChampsimLayout {
  std::size_t bytes;
  std::size_t destinations;
  std::size_t from;    ///< Place of the source registers...
  std::size_t stores;  ///< ...of the destinations' addresses...
  std::size_t loads;   ///< ...and of the sources'.
};

inline constexpr std::size_t kChampsimSources = 4;
inline constexpr ChampsimLayout kChampsim64{64, 2, 12, 16, 32};
inline constexpr ChampsimLayout kChampsim96{96, 4, 14, 24, 56};

/// Bytes that recognition needs, unless the file is shorter.
inline constexpr std::size_t kChampsimProbe = std::size_t{192} * 512;

/// Returns the layout of a file that begins with `probe`; `whole`: it ends with it. Throws
/// InputError, beginning with `name`, if none or both fit.
const ChampsimLayout& champsim_layout(std::string_view probe, bool whole, const std::string& name);

}  // namespace starnuma::trace
