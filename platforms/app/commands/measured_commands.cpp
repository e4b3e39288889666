// SPDX-License-Identifier: Apache-2.0
// validate, fit, advise: machines compared with measured systems, machines derived from measured
// computers, and jobs that may share a pool. The Python package does the work.
#include <filesystem>

#include "platforms/app/commands/json_option.h"
#include "platforms/app/results/report_program.h"
#include "platforms/config/load.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

std::string this_program() { return fs::read_symlink("/proc/self/exe").string(); }

}  // namespace

int run_validate(const Arguments& arguments) {
  require_report();
  std::vector<std::string> words = arguments.positional;
  words.insert(words.end(),
               {"--output", arguments.get<std::string>("output"), "--program", this_program()});
  if (wants_json(arguments)) words.emplace_back("--json");
  if (arguments.has("short")) words.emplace_back("--short");
  if (arguments.has("set")) {
    for (const std::string& field : arguments.get<std::vector<std::string>>("set")) {
      words.insert(words.end(), {"--set", field});
    }
  }
  return run_module("starnuma.validate", words);
}

int run_fit(const Arguments& arguments) {
  require_report();
  config::load_file(arguments.positional[0]);  // applies the checks common to all files
  std::vector<std::string> words{
      arguments.positional[0], "--output",    arguments.get<std::string>("output"), "--program",
      this_program(),          "--platforms", platforms_folder().string()};
  if (wants_json(arguments)) words.emplace_back("--json");
  return run_module("starnuma.fit", words);
}

int run_advise(const Arguments& arguments) {
  require_report();
  std::vector<std::string> words = arguments.positional;
  if (arguments.has("limit")) {
    words.insert(words.end(), {"--limit", std::to_string(arguments.get<double>("limit"))});
  }
  if (wants_json(arguments)) words.emplace_back("--json");
  return run_module("starnuma.advise", words);
}

}  // namespace starnuma::app
