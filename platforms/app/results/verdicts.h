// SPDX-License-Identifier: Apache-2.0
// What each check of a command came to, for build servers.
#pragma once

#include <string>
#include <vector>

namespace starnuma::app {

struct Arguments;

class Verdicts {
 public:
  /// --junit says where write() puts them as JUnit XML; nowhere without. Throws InputError where no
  /// file can be.
  Verdicts(std::string suite, const Arguments& arguments);

  /// A check of this name is done; an empty failure says that it holds. Its time is that since the
  /// one before.
  void add(const std::string& name, const std::string& failure = "");
  bool all_hold() const;
  /// By rtl/verify/junit.py, the one writer of such files.
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
