// SPDX-License-Identifier: Apache-2.0
// check-log: a log of CXL.mem messages against the rules of the protocol.
#include <iostream>
#include <system_error>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/files/failure.h"
#include "platforms/app/verify/verify_command.h"
#include "testbenches/cxl_log/check.h"

namespace starnuma::app {

int run_check_log(const Arguments& arguments) {
  int code = 0;
  for (const std::string& file : arguments.positional) {
    try {
      require_file("check-log", file);
      const cxl_log::LogVerdict verdict = cxl_log::check_log(file);
      if (verdict.violation) {
        std::cout << cxl_log::describe(file, *verdict.violation);
        code = 1;
      } else {
        std::cout << file << ": " << verdict.messages << " messages of " << verdict.lines
                  << " lines, no violation\n";
      }
    } catch (const std::system_error& error) {
      throw Failure("check-log: " + file + ": cannot read the file (" + error.code().message() +
                    ")");
    }
  }
  return code;
}

}  // namespace starnuma::app
