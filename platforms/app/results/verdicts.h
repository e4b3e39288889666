// SPDX-License-Identifier: Apache-2.0
// Verdicts of a command's checks, for build servers.
#pragma once

#include <string>
#include <vector>

namespace starnuma::app {

struct Arguments;

class Verdicts {
 public:
  /// --junit names the JUnit XML file that write() produces; without it write() does nothing.
  /// Throws InputError if the file cannot exist.
  Verdicts(std::string suite, const Arguments& arguments);

  /// Adds the verdict of a check; an empty failure means success. Its time is that since the
  /// previous check.
  void add(const std::string& name, const std::string& failure = "");
  bool all_hold() const;
  /// Writes the file with rtl/verify/junit.py, the only writer of such files.
  void write() const;

 private:
  struct Case {
    std::string name;
    double seconds;
    std::string failure;
  };

  std::string suite_;
  std::string file_;
  double last_;
  std::vector<Case> cases_;
};

}  // namespace starnuma::app
