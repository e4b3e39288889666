// SPDX-License-Identifier: Apache-2.0
// Where a lockstep bench leaves what explains a failure, and quiet for the runs that look for it.
//
// Contract: files go to STARNUMA_FAILURE_DIR (default: rtl_failures in the working folder). A save
// file of GTKWave is a copy of the bench's, which names the waves it belongs to.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "testbenches/rtl_support/replay.h"

namespace starnuma::testbenches {

struct FailureFiles {
  /// `name` of the test; `save_file` below testbenches/.
  FailureFiles(const std::string& name, const std::string& save_file);

  /// Writes and returns what explains the failure of `what`, whose stimulus was shrunk.
  std::string report(const std::string& what, std::size_t cycles, std::size_t shrunk_to,
                     const Replayed& replayed) const;

  std::filesystem::path waves;
  std::filesystem::path save_file;
  std::filesystem::path text;
};

/// Standard output goes nowhere while this exists: assertions in a block print there.
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
