// SPDX-License-Identifier: Apache-2.0
// Verdicts of checks as a JUnit XML file, which build servers read.
//
// Contract: a case without a failure holds. write() throws InputError when the file cannot be
// written. rtl/verify/junit.py writes the same format for the checks done by scripts.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

namespace starnuma::app {

class JunitReport {
 public:
  struct Case {
    std::string suite;  ///< Such as "formal": the cases of a suite stand together.
    std::string name;
    double seconds = 0;
    std::string failure;  ///< First line: what failed; then whatever explains it.
  };

  void add(Case verdict) { cases_.push_back(std::move(verdict)); }
  bool all_hold() const;
  void write(std::ostream& out) const;
  void write(const std::filesystem::path& file) const;

 private:
  std::vector<Case> cases_;
};

}  // namespace starnuma::app
