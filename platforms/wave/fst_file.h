// SPDX-License-Identifier: Apache-2.0
// An FST waveform file (GTKWave's format) being written: scopes, variables, values over time.
//
// Contract: variables first, then times that never go back: a time older than what is written is
// fatal. Unit: picoseconds. Equal calls give equal bytes. The file is complete when close() says
// so.
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
  /// The last call. Returns 0, or the errno of a write that failed, as on a full disk.
  int close();

  void open_scope(const std::string& name);
  void close_scope();
  /// Closes and opens scopes until `path` is open; only with scopes that it has opened itself.
  void enter(const std::string& path);
  /// Text of any length; empty is idle.
  Variable text(const std::string& name);
  /// A number of `bits` bits, at most 64.
  Variable number(const std::string& name, int bits);
  /// A number that stands for one of `values`; shown by name.
  Variable enumeration(const std::string& name, const std::vector<std::string>& values);

  // Copies of what another FST file declares, in the words of fstapi.h.
  std::uint32_t copy_table(const std::string& text);
  void use_table(std::uint32_t table);  ///< By the variable that comes next.
  Variable copy_variable(int type, std::uint32_t length, const std::string& name, Variable same);

  void at(base::Time time);
  void set(Variable variable, std::string_view value);
  void set(Variable variable, std::uint64_t value);
  /// The value of a copied variable as the other file has it.
  void set_copied(Variable variable, const std::string& value);

 private:
  static int bits_for(std::size_t values);

  void* writer_;
  std::vector<std::string> entered_;
  base::Time time_{-1};
  std::vector<int> bits_;  ///< By variable, from 1; zero for text of any length.
};

}  // namespace starnuma::wave
