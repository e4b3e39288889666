// SPDX-License-Identifier: Apache-2.0
// Files by which a lockstep bench documents a failure, and silence for the runs that search for it.
//
// Contract: files are written to STARNUMA_FAILURE_DIR (default: rtl_failures in the working
// folder). The GTKWave save file is a copy of the bench's one and names its waves.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "testbenches/rtl_support/replay.h"

namespace starnuma::testbenches {

struct FailureFiles {
  /// `name` is the name of the test, `save_file` a path below testbenches/.
  FailureFiles(const std::string& name, const std::string& save_file);

  /// Writes the files about the failure of `what`, whose stimulus was shrunk, and returns their
  /// summary.
  std::string report(const std::string& what, std::size_t cycles, std::size_t shrunk_to,
                     const Replayed& replayed) const;

  std::filesystem::path waves;
  std::filesystem::path save_file;
  std::filesystem::path text;
};

/// Discards standard output during its lifetime, because assertions in a block print there.
class QuietOutput {
 public:
  QuietOutput();
  ~QuietOutput();
  QuietOutput(const QuietOutput&) = delete;
  QuietOutput& operator=(const QuietOutput&) = delete;

 private:
  int saved_;
};

}  // namespace starnuma::testbenches
