// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/verify/verify_rtl.h"

#include <filesystem>

#include "models/base/check.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/process/process.h"
#include "platforms/app/process/report_program.h"

namespace starnuma::app {

namespace po = boost::program_options;

namespace {

using Names = std::vector<std::string>;

/// Returns the command of a script of the source tree.
Names command_of(const std::filesystem::path& script) {
  const std::filesystem::path file = home_folder() / script;
  if (!std::filesystem::exists(file)) {
    throw base::InputError(
        "verify: the sources are not installed; start it with ./starnuma of the source tree");
  }
  return {python(), "-B", file.string()};
}

/// Replaces this process by a script of rtl/verify with its given switches and options.
int become(const char* script, const Arguments& arguments, const Names& switches,
           const Names& options) {
  Names words = command_of(std::filesystem::path("rtl") / "verify" / script);
  for (const std::string& name : switches) {
    if (arguments.has(name)) words.push_back("--" + name);
  }
  for (const std::string& name : options) {
    if (!arguments.has(name)) continue;
    const auto* number = boost::any_cast<int>(&arguments.options[name].value());
    words.push_back(option(name, number ? std::to_string(*number) : arguments.text(name)));
  }
  become_program(words);
}

}  // namespace

void verify_rtl_options(po::options_description& options) {
  options.add_options()("cycles", whole_number(1, 1'000'000'000),
                        "rtl: random cycles in each mode and parameter set (default 100000)")(
      "lockstep-seed", whole_number(0, 1'000'000'000),
      "rtl: first of the random seeds (default 1)")(
      "stream", text("FILE"),
      "rtl: only replay this event stream (run --record-annex, --record-tracker)")(
      "core", whole_number(0, 1023), "rtl: replay this core's events only")(
      "waves", text("FILE"), "rtl: write the replay's waves to this FST file");
}

int run_verify_rtl(const Arguments& arguments) {
  if (arguments.has("stream")) require_file("--stream", arguments.text("stream"));
  return become("lockstep.py", arguments, {"until-stopped", "short"},
                {"cycles", "lockstep-seed", "stream", "core", "waves", "junit"});
}

void verify_formal_options(po::options_description& options) {
  options.add_options()("jobs", whole_number(1, 256), "formal: tasks at a time (default 2)")(
      "only", text("NAME"),
      "formal: tasks and mistakes whose block or name has this; mutants: those whose file or "
      "sentence has it")(
      "long", "formal: also the tracker update unit at every built size, minutes or more each");
}

int run_verify_formal(const Arguments& arguments) {
  return become("formal.py", arguments, {"long", "short"}, {"jobs", "only", "junit"});
}

void verify_mutants_options(po::options_description& /*options*/) {}

int run_verify_mutants(const Arguments& arguments) {
  Names words = command_of("tests/mutants/mutants.py");
  words.emplace_back("run");
  if (arguments.has("only")) words.push_back(arguments.text("only"));
  become_program(words);
}

}  // namespace starnuma::app
