// SPDX-License-Identifier: Apache-2.0
// An FST file of another tool (Verilator's trace of an RTL block), to be copied into a wave of ours
// so that one file shows both.
//
// Contract: variables keep names, sizes and enumerations; enumeration tables are made anew, since
// GTKWave refuses copied ones. Times are scaled to picoseconds and moved by `offset`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "platforms/wave/fst_file.h"

namespace starnuma::wave {

class FstSource {
 public:
  struct Change {
    base::Time time;
    FstFile::Variable variable;  ///< Of the file it was declared in.
    std::string value;
  };

  /// Throws InputError when the file is no FST.
  explicit FstSource(const std::filesystem::path& file, base::Time offset = base::Time(0));
  ~FstSource();
  FstSource(const FstSource&) = delete;
  FstSource& operator=(const FstSource&) = delete;

  /// Declares all its variables in `file`, below the scopes that are open there; once.
  void declare(FstFile& file);
  struct Declared {
    std::string name;  ///< With its scopes and bits: "annex.count_q [15:0]" without the blank.
    bool enumeration;
  };
  /// What declare() declared.
  const std::vector<Declared>& declared() const { return declared_; }
  /// Its changes in [from, to] in order of time; before them, at `from`, what each variable held
  /// there. After declare().
  std::vector<Change> changes(base::Time from, base::Time to);

 private:
  struct Collected;

  void* reader_;
  base::Time offset_;
  std::int64_t numerator_ = 1;  ///< Picoseconds per unit of the file, as a ratio.
  std::int64_t denominator_ = 1;
  std::vector<Declared> declared_;
  std::vector<FstFile::Variable> variables_;  ///< By handle of the source.
};

}  // namespace starnuma::wave
