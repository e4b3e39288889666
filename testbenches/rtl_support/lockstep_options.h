// SPDX-License-Identifier: Apache-2.0
// Environment variables of a lockstep bench. They make one program serve the short tests, `verify
// rtl` and the search for a failure:
//   STARNUMA_LOCKSTEP_CYCLES  random cycles in each mode (default 20000)
//   STARNUMA_LOCKSTEP_SEED    (default 1)
//   STARNUMA_LOCKSTEP_COMMITS  further seeds until then, if the bench counts commits (default 0)
//   STARNUMA_LOCKSTEP_WAVES   FST file; each mode adds its name to it
//   STARNUMA_COVERAGE_DIR     folder for coverage points and bins; also enables slow bins
#pragma once

#include <verilated.h>
#include <verilated_cov.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "testbenches/rtl_support/bins.h"

namespace starnuma::testbenches {

class LockstepOptions {
 public:
  int cycles() const { return static_cast<int>(number("STARNUMA_LOCKSTEP_CYCLES", 20'000)); }
  std::uint64_t commits() const { return number("STARNUMA_LOCKSTEP_COMMITS", 0); }
  std::uint64_t seed() const { return number("STARNUMA_LOCKSTEP_SEED", 1); }
  /// Returns the file of a mode, for example annex_Free.fst for annex.fst and mode Free.
  std::string waves(const std::string& mode) const {
    const std::string file = text("STARNUMA_LOCKSTEP_WAVES");
    const std::size_t dot = file.rfind('.');
    return file.empty() ? "" : file.substr(0, dot) + "_" + mode + ".fst";
  }
  bool thorough() const { return !folder().empty(); }

  std::string describe(const char* mode) const { return describe(mode, seed()); }
  static std::string describe(const char* mode, std::uint64_t seed) {
    return std::string("mode ") + mode + ", STARNUMA_LOCKSTEP_SEED=" + std::to_string(seed);
  }
  void save(VerilatedContext& context, const Bins& bins, const std::string& name) const {
    if (folder().empty()) return;
    context.coveragep()->write(
        (folder() + "/" + name + "_seed" + std::to_string(seed()) + ".dat").c_str());
    std::ofstream out(folder() + "/" + name + ".bins");
    bins.write(out);
  }

 private:
  static std::string text(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  }
  static std::uint64_t number(const char* name, std::uint64_t otherwise) {
    const std::string value = text(name);
    return value.empty() ? otherwise : std::stoull(value);
  }
  static std::string folder() { return text("STARNUMA_COVERAGE_DIR"); }
};

}  // namespace starnuma::testbenches
