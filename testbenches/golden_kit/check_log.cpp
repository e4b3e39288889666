// SPDX-License-Identifier: Apache-2.0
// Checks a log of CXL.mem messages, as `starnuma check-log` does.
#include <exception>
#include <iostream>

#include "testbenches/cxl_log/check.h"

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: check_log FILE\n";
    return 2;
  }
  try {
    const starnuma::cxl_log::LogVerdict verdict = starnuma::cxl_log::check_log(words[1]);
    if (verdict.violation) {
      std::cout << starnuma::cxl_log::describe(words[1], *verdict.violation);
      return 1;
    }
    std::cout << words[1] << ": " << verdict.messages << " messages of " << verdict.lines
              << " lines, no violation\n";
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
