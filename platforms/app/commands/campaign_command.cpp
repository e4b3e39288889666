// SPDX-License-Identifier: Apache-2.0
// plan, size, figures, characterize: many runs and their evaluation.
#include <algorithm>
#include <filesystem>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/process/report_program.h"
#include "platforms/app/runs/campaign.h"
#include "platforms/config/catalog.h"
#include "platforms/config/text.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

/// Returns those of the options that this call has, for the package.
std::vector<std::string> given(const Arguments& arguments,
                               std::initializer_list<const char*> names) {
  std::vector<std::string> options;
  for (const std::string name : names) {
    if (arguments.has(name)) options.push_back(option(name, arguments.text(name)));
  }
  return options;
}

/// Returns a shipped plan by its name, else the named file.
fs::path plan_file(const std::string& called) {
  if (fs::exists(called) || config::is_yaml_name(called)) return called;
  const std::vector<std::string> names = plan_names();
  if (std::find(names.begin(), names.end(), called) != names.end()) {
    return platforms_folder() / "experiments" / (called + ".yaml");
  }
  throw base::InputError("plan: unknown plan ", config::in_quotes(called), ", ",
                         base::suggestion(called, names));
}

}  // namespace

int run_plan(const Arguments& arguments) {
  const fs::path file = plan_file(arguments.positional[0]);
  return run_campaign(arguments, "starnuma.campaign", folder_of(arguments, file.stem().string()),
                      given(arguments, {"size", "profile"}), {file.string()});
}

int run_size(const Arguments& arguments) {
  std::vector<std::string> options = given(arguments, {"factors", "costs"});
  options.push_back(option("seeds", std::to_string(arguments.get<int>("seeds"))));
  const std::string machine = fs::path(arguments.positional[0]).stem().string();
  return run_campaign(arguments, "starnuma.size", folder_of(arguments, "size_" + machine),
                      std::move(options), arguments.positional);
}

int run_figures(const Arguments& arguments) {
  std::vector<std::string> options = given(arguments, {"size", "profile"});
  if (arguments.has("bless")) options.emplace_back("--bless");
  return run_campaign(arguments, "starnuma.evaluation", folder_of(arguments, "figures"),
                      std::move(options), arguments.positional);
}

int run_characterize(const Arguments& arguments) {
  return run_campaign(arguments, "starnuma.evaluation.characterize",
                      folder_of(arguments, "characterize"),
                      given(arguments, {"size", "profile", "machine"}), arguments.positional);
}

}  // namespace starnuma::app
