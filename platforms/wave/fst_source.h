// SPDX-License-Identifier: Apache-2.0
// FST file of another tool (Verilator's trace of an RTL block), to be merged into a wave of the
// platform.
//
// Contract: variables keep names, sizes and enumerations. Enumeration tables are rebuilt, because
// GTKWave rejects copied ones. Times are scaled to picoseconds and shifted by an offset; or the
// file counts a block's evaluations, whose times are given (platforms/wave/clocked_times.h).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/wave/fst_file.h"

namespace starnuma::wave {

/// Work of a block for one call of the platform: clock edges, with the time of the last one.
struct ClockedPiece {
  base::Time last_edge;
  std::uint32_t edges;
};

/// Trace of an RTL block that is part of a run.
struct BlockWave {
  std::filesystem::path file;
  std::string scope;  ///< Scope in the wave: "rtl.socket3.core1.annex".
  std::vector<ClockedPiece> pieces;
  base::Time half_period;
};

class FstSource {
 public:
  struct Change {
    base::Time time;
    FstFile::Variable variable;  ///< Variable of the file in which it was declared.
    std::string value;
  };

  /// Throws InputError if the file is not an FST file.
  explicit FstSource(const std::filesystem::path& file, base::Time offset = base::Time(0));
  explicit FstSource(BlockWave block);
  ~FstSource();
  FstSource(const FstSource&) = delete;
  FstSource& operator=(const FstSource&) = delete;

  /// Returns the scope in the wave: "rtl", or the block's.
  const std::string& scope() const { return scope_; }
  /// Declares all variables in `file`, below its open scopes; called once.
  void declare(FstFile& file);
  struct Declared {
    std::string name;  ///< Name with all scopes and bits: "rtl.annex.count_q[15:0]".
    bool enumeration;
    FstFile::Variable variable;
    std::uint32_t bits;
    bool outside;  ///< True for a variable outside every module: a port as its driver sees it.
  };
  /// Returns the variables worth showing that declare() declared, in order: no parameters, and of
  /// several names of a signal the outermost one in a module.
  const std::vector<Declared>& declared() const { return declared_; }
  /// Returns the changes in [from, to] in time order, preceded by each variable's value at `from`.
  /// Called after declare().
  std::vector<Change> changes(base::Time from, base::Time to);

 private:
  struct Collected;

  void note(Declared one);
  std::vector<Change> scaled_changes(base::Time from, base::Time to);

  void* reader_;
  std::string scope_ = "rtl";
  std::optional<BlockWave> block_;
  base::Time offset_;
  std::int64_t numerator_ = 1;  ///< Ratio of picoseconds per time unit of the file.
  std::int64_t denominator_ = 1;
  std::vector<Declared> declared_;
  std::vector<FstFile::Variable> variables_;  ///< Variables by handle of the source.
};

using FstSources = std::vector<std::unique_ptr<FstSource>>;

}  // namespace starnuma::wave
