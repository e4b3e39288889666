// SPDX-License-Identifier: Apache-2.0
// plan, figures, characterize: many runs and what they say together. The Python package does the
// work; here is the result folder that takes it.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "platforms/app/commands/command.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/results/draft_folder.h"
#include "platforms/app/results/report_program.h"
#include "platforms/app/results/result_files.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

constexpr int kBadInput = 2;

/// Options as the Python program takes them.
std::vector<std::string> words_of(const Arguments& arguments) {
  std::vector<std::string> words{"--cli",       fs::read_symlink("/proc/self/exe").string(),
                                 "--platforms", platforms_folder().string(),
                                 "--cache",     arguments.get<std::string>("cache")};
  for (const std::string name : {"size", "profile"}) {
    if (!arguments.has(name)) continue;
    words.insert(words.end(), {"--" + name, arguments.get<std::string>(name)});
  }
  if (arguments.has("jobs")) {
    words.insert(words.end(), {"--jobs", std::to_string(arguments.get<int>("jobs"))});
  }
  for (const std::string name : {"dry-run", "slurm"}) {
    if (arguments.has(name)) words.push_back("--" + name);
  }
  return words;
}

int run_campaign(const Arguments& arguments, const std::string& module, const fs::path& folder,
                 std::vector<std::string> words) {
  for (std::string& word : words_of(arguments)) words.push_back(std::move(word));
  words.insert(words.end(), arguments.positional.begin(), arguments.positional.end());
  require_report();
  if (arguments.has("dry-run")) return run_module(module, words);
  DraftFolder draft(folder);
  words.insert(words.end(), {"--output", draft.path().string()});
  const int code = run_module(module, words);
  if (code == kBadInput || !fs::exists(draft.path() / kPlan)) throw Told{code};
  draft.publish();
  std::cout << "Report: " << (folder / kReport).string() << "\n";
  return code;
}

fs::path folder_of(const Arguments& arguments, const std::string& name) {
  return arguments.has("output") ? fs::path(arguments.get<std::string>("output"))
                                 : fs::path("results") / name;
}

}  // namespace

int run_plan(const Arguments& arguments) {
  const fs::path file = arguments.positional[0];
  return run_campaign(arguments, "starnuma.campaign", folder_of(arguments, file.stem().string()),
                      {});
}

int run_figures(const Arguments& arguments) {
  std::vector<std::string> words;
  if (arguments.has("bless")) words.emplace_back("--bless");
  return run_campaign(arguments, "starnuma.evaluation", folder_of(arguments, "figures"), words);
}

int run_characterize(const Arguments& arguments) {
  return run_campaign(arguments, "starnuma.evaluation.characterize",
                      folder_of(arguments, "characterize"),
                      {"--machine", arguments.get<std::string>("machine")});
}

}  // namespace starnuma::app
