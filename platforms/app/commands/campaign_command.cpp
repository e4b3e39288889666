// SPDX-License-Identifier: Apache-2.0
// plan, size, figures, characterize: many runs and their evaluation.
#include <algorithm>
#include <filesystem>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/commands/campaign.h"
#include "platforms/config/catalog.h"
#include "platforms/config/text.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

/// Returns the package's arguments for this call.
std::vector<std::string> words_of(const Arguments& arguments) {
  std::vector<std::string> words;
  for (const std::string name : {"size", "profile"}) {
    if (!arguments.has(name)) continue;
    words.insert(words.end(), {"--" + name, arguments.get<std::string>(name)});
  }
  words.insert(words.end(), arguments.positional.begin(), arguments.positional.end());
  return words;
}

/// Returns a shipped plan by its name, else the named file.
fs::path plan_file(const std::string& called) {
  if (fs::exists(called) || config::is_yaml_name(called)) return called;
  const std::vector<std::string> names = plan_names();
  if (std::find(names.begin(), names.end(), called) != names.end()) {
    return platforms_folder() / "experiments" / (called + ".yaml");
  }
  throw base::InputError("plan: unknown plan " + config::in_quotes(called) + ", " +
                         base::suggestion(called, names));
}

}  // namespace

int run_plan(const Arguments& arguments) {
  const fs::path file = plan_file(arguments.positional[0]);
  std::vector<std::string> words = words_of(arguments);
  words.back() = file.string();
  return run_campaign(arguments, "starnuma.campaign", folder_of(arguments, file.stem().string()),
                      std::move(words));
}

int run_size(const Arguments& arguments) {
  std::vector<std::string> words;
  for (const std::string name : {"factors", "costs"}) {
    if (arguments.has(name)) words.push_back("--" + name + "=" + arguments.get<std::string>(name));
  }
  words.insert(words.end(), {"--seeds", std::to_string(arguments.get<int>("seeds"))});
  words.insert(words.end(), arguments.positional.begin(), arguments.positional.end());
  const std::string machine = fs::path(arguments.positional[0]).stem().string();
  return run_campaign(arguments, "starnuma.size", folder_of(arguments, "size_" + machine),
                      std::move(words));
}

int run_figures(const Arguments& arguments) {
  std::vector<std::string> words = words_of(arguments);
  if (arguments.has("bless")) words.emplace_back("--bless");
  return run_campaign(arguments, "starnuma.evaluation", folder_of(arguments, "figures"),
                      std::move(words));
}

int run_characterize(const Arguments& arguments) {
  std::vector<std::string> words = words_of(arguments);
  words.insert(words.end(), {"--machine", arguments.get<std::string>("machine")});
  return run_campaign(arguments, "starnuma.evaluation.characterize",
                      folder_of(arguments, "characterize"), std::move(words));
}

}  // namespace starnuma::app
