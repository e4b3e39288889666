// SPDX-License-Identifier: Apache-2.0
// Writes a hop log as one FST file and a save file for GTKWave that shows it.
//
// Contract: scopes are object paths. Each lane is a text ("#1234 GetS 0x40000001a40", empty when
// idle) with a number beside it, `<lane>_id`: the transaction, 0 when idle. Each box has
// `in_flight` and `waiting`. Events are sorted by time here, ends before begins.
#pragma once

#include <filesystem>
#include <string>

#include "platforms/wave/fst_source.h"
#include "platforms/wave/lanes.h"

namespace starnuma::wave {

/// Outcome of write_fst().
struct WrittenFst {
  int error;     ///< errno of the write that failed; 0: the file is complete.
  bool changes;  ///< Some lane or signal changes; viewers cannot open a file in which none does.
};

/// `rtl` where there is some: other FST files, shown under their scopes in the same time.
[[nodiscard]] WrittenFst write_fst(const observers::HopLog& log, const Layout& layout,
                                   const std::filesystem::path& file, const FstSources& rtl = {});

/// The save file: lanes grouped core, socket, fabric, home, RTL; coloured by class. After
/// write_fst().
std::string gtkw_text(const observers::HopLog& log, const Layout& layout,
                      const std::filesystem::path& fst, const FstSources& rtl = {});

}  // namespace starnuma::wave
