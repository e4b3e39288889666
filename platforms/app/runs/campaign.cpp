// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/runs/campaign.h"

#include <algorithm>
#include <iostream>

#include "platforms/app/arguments/json_option.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/files/draft_folder.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/files/result_files.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/process/report_program.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace po = boost::program_options;

void add_engine_options(po::options_description& options) {
  constexpr int kMostJobs = 4096;
  options.add_options()("jobs,j", whole_number(1, kMostJobs),
                        "runs at the same time (default: as many as this host has cores)")(
      "cache", text("DIR")->default_value("results/cache"),
      "folder of finished runs, which are reused")("slurm",
                                                   "run on the Slurm cluster of this host");
}

void add_dry_run_option(po::options_description& options) {
  options.add_options()("dry-run", "run nothing: print what would run, and how long it would take");
}

std::vector<std::string> plan_names() {
  std::vector<std::string> names;
  for (const auto& file : fs::directory_iterator(platforms_folder() / "experiments")) {
    if (file.path().extension() == ".yaml") names.push_back(file.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

fs::path folder_of(const Arguments& arguments, const std::string& name) {
  return arguments.get_or<std::string>("output", "results/" + name);
}

int run_campaign(const Arguments& arguments, const std::string& module, const fs::path& folder,
                 std::vector<std::string> options, const std::vector<std::string>& words) {
  options.insert(options.end(), {option("cli", fs::read_symlink("/proc/self/exe").string()),
                                 option("platforms", platforms_folder().string()),
                                 option("cache", arguments.text("cache"))});
  if (arguments.has("jobs")) {
    options.push_back(option("jobs", std::to_string(arguments.get<int>("jobs"))));
  }
  refuse_json_with(arguments, {"dry-run"});
  for (const std::string name : {"dry-run", "slurm", "json", "no-report"}) {
    if (arguments.has(name)) options.push_back("--" + name);
  }
  require_report();
  if (arguments.has("dry-run")) return run_module(module, options, words);
  DraftFolder draft(folder);
  options.push_back(option("output", draft.path().string()));
  const int code = run_module(module, options, words);
  if (!fs::exists(draft.path() / kReport)) throw AlreadyReported{code};
  draft.publish();
  if (!wants_json(arguments)) std::cout << "Report: " << (folder / kReport).string() << "\n";
  return code;
}

}  // namespace starnuma::app
