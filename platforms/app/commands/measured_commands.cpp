// SPDX-License-Identifier: Apache-2.0
// validate, fit, advise: machines compared with measured systems, machines derived from measured
// computers, and jobs that may share a pool. The Python package does the work.
#include <filesystem>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/arguments/json_option.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/process/report_program.h"
#include "platforms/config/load.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

std::string this_program() { return fs::read_symlink("/proc/self/exe").string(); }

}  // namespace

int run_validate(const Arguments& arguments) {
  require_report();
  std::vector<std::string> options{option("output", arguments.text("output")),
                                   option("program", this_program())};
  if (wants_json(arguments)) options.emplace_back("--json");
  if (arguments.has("short")) options.emplace_back("--short");
  if (arguments.has("set")) {
    for (const std::string& field : arguments.texts("set")) {
      options.push_back(option("set", field));
    }
  }
  return run_module("starnuma.validate", options, arguments.positional);
}

int run_fit(const Arguments& arguments) {
  require_report();
  const bool import = arguments.has("from");
  if (!import) {
    if (arguments.positional.size() > 1) {
      throw base::InputError("fit: expected one BOX, got ", arguments.positional.size(),
                             " files; --from writes a box from several");
    }
    config::load_file(arguments.positional[0]);  // applies the checks common to all files
  }
  const bool default_output = arguments.options["output"].defaulted();
  const std::string output = import && default_output ? "my_box.yaml" : arguments.text("output");
  std::vector<std::string> options{option("output", output), option("program", this_program()),
                                   option("platforms", platforms_folder().string())};
  if (import) options.emplace_back("--from");
  if (wants_json(arguments)) options.emplace_back("--json");
  return run_module("starnuma.fit", options, arguments.positional);
}

int run_advise(const Arguments& arguments) {
  require_report();
  std::vector<std::string> options;
  if (arguments.has("limit")) {
    options.push_back(option("limit", std::to_string(arguments.get<double>("limit"))));
  }
  if (wants_json(arguments)) options.emplace_back("--json");
  return run_module("starnuma.advise", options, arguments.positional);
}

}  // namespace starnuma::app
