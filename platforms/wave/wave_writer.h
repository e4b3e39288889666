// SPDX-License-Identifier: Apache-2.0
// Writer of a hop log as one FST file and a GTKWave save file for it.
//
// Contract: scopes are object paths. Each lane is a text ("#1234 GetS 0x40000001a40", empty if
// idle) next to a number `<lane>_id`: the transaction, 0 if idle. Each module has `in_flight` and
// `waiting`. Events are sorted by time, ends before begins.
#pragma once

#include <filesystem>
#include <string>

#include "platforms/wave/fst_source.h"
#include "platforms/wave/lanes.h"

namespace starnuma::wave {

/// Outcome of write_fst().
struct WrittenFst {
  int error;     ///< errno of a failed write; 0: the file is complete.
  bool changes;  ///< True if a lane or signal changes; viewers cannot open a file without a change.
};

/// Writes the FST file; `rtl` holds other FST files to show under their scopes in the same time.
[[nodiscard]] WrittenFst write_fst(const observers::HopLog& log, const Layout& layout,
                                   const std::filesystem::path& file, const FstSources& rtl = {});

/// Returns the save file: lanes grouped core, socket, fabric, home, RTL; coloured by class. Called
/// after write_fst().
std::string gtkw_text(const observers::HopLog& log, const Layout& layout,
                      const std::filesystem::path& fst, const FstSources& rtl = {});

}  // namespace starnuma::wave
