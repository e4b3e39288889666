// SPDX-License-Identifier: Apache-2.0
// An FST waveform file (GTKWave's format) being written: scopes, variables, values over time.
//
// Contract: variables first, then times that never go back: a time older than what is written is
// fatal. Unit: picoseconds. Equal calls give equal bytes. The file is complete when the object is
// gone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/quantities.h"

namespace starnuma::wave {

class FstFile {
 public:
  using Variable = std::uint32_t;

  /// Throws InputError when the file cannot be written.
  explicit FstFile(const std::filesystem::path& file);
  ~FstFile();
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

  void open_scope(const std::string& name);
  void close_scope();
  /// Text of any length; empty is idle.
  Variable text(const std::string& name);
  /// A number of `bits` bits, at most 64.
  Variable number(const std::string& name, int bits);
  /// A number that stands for one of `values`; shown by name.
  Variable enumeration(const std::string& name, const std::vector<std::string>& values);

  void at(base::Time time);
  void set(Variable variable, std::string_view value);
  void set(Variable variable, std::uint64_t value);

 private:
  static int bits_for(std::size_t values);

  void* writer_;
  base::Time time_{-1};
  std::vector<int> bits_;  ///< By variable, from 1; zero for text.
};

}  // namespace starnuma::wave
