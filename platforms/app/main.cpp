// SPDX-License-Identifier: Apache-2.0
// Command line: dispatches to the command.
#include <algorithm>
#include <iomanip>
#include <iostream>
#include <systemc>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/commands/command.h"
#include "platforms/app/process/outcome.h"
#include "starnuma/version.h"

namespace starnuma::app {
namespace {

void print_help() {
  std::cout << "starnuma " << kVersion << " - " << kTitle
            << "\n\n"
               "Usage: ./starnuma COMMAND [arguments] [options]\n\n";
  for (const auto& [name, sentence] : first_words()) {
    std::cout << "  " << std::left << std::setw(14) << name << sentence << "\n";
  }
  std::cout << "\n"
               "./starnuma COMMAND --help prints its options.\n";
}

int dispatch(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h") {
    print_help();
    return 0;
  }
  if (words[0] == "--version") {
    std::cout << "starnuma " << kVersion << "\n";
    return 0;
  }
  for (const Command& command : commands()) {
    if (command.name == words[0]) return call(command, {words.begin() + 1, words.end()});
  }
  std::vector<std::string> names;
  for (const auto& [name, sentence] : first_words()) names.push_back(name);
  if (std::find(names.begin(), names.end(), words[0]) != names.end()) {
    throw base::InputError(words[0], ": is a command of ./starnuma in the source tree only");
  }
  const auto near = base::nearest(words[0], names);
  throw base::InputError("unknown command \"", words[0], "\"",
                         (near ? ", did you mean \"" + *near + "\"?" : "; see ./starnuma --help"));
}

}  // namespace
}  // namespace starnuma::app

/// Defined because the SystemC library refers to it; main() starts simulations in child processes.
int sc_main(int, char*[]) { return 0; }

int main(int argc, char** argv) {
  starnuma::app::watch_stdout();
  return starnuma::app::exit_code_of([&] {
    return starnuma::app::dispatch({argv + 1, argv + argc});
  });
}
