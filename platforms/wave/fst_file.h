// SPDX-License-Identifier: Apache-2.0
// Writer of an FST waveform file (GTKWave's format): scopes, variables, values over time.
//
// Contract: variables are declared first. Times never decrease; an earlier time is fatal. The unit
// is picoseconds. Equal calls give equal bytes. The file is complete if close() returns 0.
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

  /// Throws InputError if the file cannot be written.
  explicit FstFile(const std::filesystem::path& file);
  ~FstFile();
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;
  /// Closes the file; must be the last call. Returns 0, or the errno of a failed write, such as on
  /// a full disk.
  int close();

  void open_scope(const std::string& name);
  void close_scope();
  /// Closes and opens scopes until `path` is open; affects only scopes that it opened itself.
  void enter(const std::string& path);
  /// Declares a text of variable length; an empty text means idle.
  Variable text(const std::string& name);
  /// Declares a number of `bits` bits, at most 64.
  Variable number(const std::string& name, int bits);
  /// Declares a number that represents one of `values` and is shown by name.
  Variable enumeration(const std::string& name, const std::vector<std::string>& values);

  // Copies declarations of another FST file; parameters are those of fstapi.h.
  std::uint32_t copy_table(const std::string& text);
  void use_table(std::uint32_t table);  ///< Applies to the next declared variable.
  Variable copy_variable(int type, std::uint32_t length, const std::string& name, Variable same);

  void at(base::Time time);
  void set(Variable variable, std::string_view value);
  void set(Variable variable, std::uint64_t value);
  /// Sets a copied variable to a value in the form of the source file.
  void set_copied(Variable variable, const std::string& value);

 private:
  static int bits_for(std::size_t values);

  void* writer_;
  std::vector<std::string> entered_;
  base::Time time_{-1};
  std::vector<int> bits_;  ///< Width by variable, from 1; zero for text.
};

}  // namespace starnuma::wave
