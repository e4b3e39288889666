// SPDX-License-Identifier: Apache-2.0
// An FST file of another tool (Verilator's trace of an RTL block), to be copied into a wave of ours
// so that one file shows both.
//
// Contract: variables keep names, sizes and enumerations; enumeration tables are made anew, since
// GTKWave refuses copied ones. Times are scaled to picoseconds and moved by an offset; or the file
// counts evaluations of a block, whose times are given (platforms/wave/clocked_times.h).
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/wave/fst_file.h"

namespace starnuma::wave {

/// What a block does for one call of the platform: clock edges, the last of them at this time.
struct ClockedPiece {
  base::Time last_edge;
  std::uint32_t edges;
};

/// The trace of an RTL block that is part of a run.
struct BlockWave {
  std::filesystem::path file;
  std::string scope;  ///< Where it is shown: "rtl.socket3.core1.annex".
  std::vector<ClockedPiece> pieces;
  base::Time half_period;
};

class FstSource {
 public:
  struct Change {
    base::Time time;
    FstFile::Variable variable;  ///< Of the file it was declared in.
    std::string value;
  };

  /// Throws InputError when the file is no FST.
  explicit FstSource(const std::filesystem::path& file, base::Time offset = base::Time(0));
  explicit FstSource(BlockWave block);
  ~FstSource();
  FstSource(const FstSource&) = delete;
  FstSource& operator=(const FstSource&) = delete;

  /// The scope that shows it: "rtl", or the block's.
  const std::string& scope() const { return scope_; }
  /// Declares all its variables in `file`, below the scopes that are open there; once.
  void declare(FstFile& file);
  struct Declared {
    std::string name;  ///< With all scopes and bits: "rtl.annex.count_q[15:0]".
    bool enumeration;
    FstFile::Variable variable;
    std::uint32_t bits;
    bool outside;  ///< Of every module: a port as who drives the block sees it.
  };
  /// What declare() declared and is worth showing, in order: no parameters; of several names of a
  /// signal the outermost one in a module.
  const std::vector<Declared>& declared() const { return declared_; }
  /// Its changes in [from, to] in order of time; before them, at `from`, what each variable held
  /// there. After declare().
  std::vector<Change> changes(base::Time from, base::Time to);

 private:
  struct Collected;

  void note(Declared one);
  std::vector<Change> scaled_changes(base::Time from, base::Time to);

  void* reader_;
  std::string scope_ = "rtl";
  std::optional<BlockWave> block_;
  base::Time offset_;
  std::int64_t numerator_ = 1;  ///< Picoseconds per unit of the file, as a ratio.
  std::int64_t denominator_ = 1;
  std::vector<Declared> declared_;
  std::vector<FstFile::Variable> variables_;  ///< By handle of the source.
};

using FstSources = std::vector<std::unique_ptr<FstSource>>;

}  // namespace starnuma::wave
