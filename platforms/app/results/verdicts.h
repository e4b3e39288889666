// SPDX-License-Identifier: Apache-2.0
// Verdicts of a command's checks, for build servers. With --json the command's text is discarded,
// and a JSON document is printed at the end.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

#include "platforms/app/files/quiet_output.h"

namespace starnuma::app {

struct Arguments;

class Verdicts {
 public:
  /// --junit names the JUnit XML file that finish() writes.
  /// Throws InputError if the file cannot exist.
  Verdicts(std::string suite, const Arguments& arguments);

  /// Adds a table to the document of --json.
  void add_table(boost::json::object table) { tables_.push_back(std::move(table)); }
  /// Replaces the document of --json.
  void set_document(std::string text) { document_ = std::move(text); }
  /// Adds the verdict of a check; an empty failure means success. Its time is that since the
  /// previous check.
  void add(const std::string& name, const std::string& failure = "");
  bool all_hold() const;
  /// Writes the file with rtl/verify/junit.py, the only writer of such files, and prints the
  /// document of --json.
  void finish();

 private:
  void write_junit() const;
  boost::json::array cases_json() const;

  struct Case {
    std::string name;
    double seconds;
    std::string failure;
  };

  std::string suite_;
  std::string file_;
  double last_;
  std::vector<Case> cases_;
  std::optional<QuietOutput> quiet_;  ///< Present with --json.
  boost::json::array tables_;
  std::string document_;
};

}  // namespace starnuma::app
