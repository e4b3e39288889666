// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/runs/contest.h"

#include <boost/json.hpp>
#include <set>

#include "platforms/app/files/text_file.h"
#include "platforms/app/files/work_folder.h"
#include "platforms/app/process/report_program.h"
#include "platforms/app/results/summary.h"
#include "platforms/app/runs/campaign.h"
#include "platforms/config/field_text.h"
#include "platforms/config/json.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

/// Returns the arguments of `run`, without the seed.
json::array words_of(const ExperimentRequest& request) {
  json::array words{json::string(request.target)};
  if (request.workload) words.emplace_back(*request.workload);
  for (const std::string& set : request.sets) {
    words.emplace_back("--set");
    words.emplace_back(set);
  }
  return words;
}

/// Returns the options for additional output of a run.
json::array asked_of(const Arguments& arguments) {
  json::array words;
  for (const std::string name : {"interval", "profile"}) {
    if (!arguments.has(name)) continue;
    words.emplace_back("--" + name);
    words.emplace_back(arguments.text(name));
  }
  return words;
}

json::object described(const Entrant& entrant, const Seeds& seeds) {
  Experiment experiment = entrant.experiment;
  json::array runs;
  for (const std::uint64_t seed : seeds) {
    experiment.seed = seed;
    runs.push_back({{"seed", seed}, {"effective", effective_yaml(experiment)}});
  }
  json::array programs;
  if (experiment.is_scenario()) {
    for (const ProgramPlan& plan : experiment.programs) programs.emplace_back(plan.name);
  }
  return {{"name", entrant.name},
          {"yaml_name", config::yaml_scalar(entrant.name)},
          {"words", words_of(entrant.request)},
          {"policy", policy_text(experiment)},
          {"keeps_first_touch", keeps_first_touch(experiment)},
          {"has_pool", experiment.machine.pool.count > 0},
          {"programs", programs},
          {"runs", runs}};
}

}  // namespace

void make_unique(std::vector<Entrant>& entrants) {
  std::set<std::string> taken;
  for (Entrant& entrant : entrants) {
    const std::string name = entrant.name;
    for (char letter = 'b'; !taken.insert(entrant.name).second; ++letter) {
      entrant.name = name + "_" + letter;
    }
  }
}

int run_contest(const Arguments& arguments, const std::string& module, const fs::path& folder,
                const std::vector<Entrant>& entrants, const Seeds& seeds, json::object about) {
  json::array described_all;
  for (const Entrant& entrant : entrants) described_all.push_back(described(entrant, seeds));
  json::object contest{{"workload", entrants[0].experiment.workload},
                       {"seeds", json::value_from(seeds)},
                       {"asked", asked_of(arguments)},
                       {"folder", folder.string()},
                       {"entrants", described_all},
                       {"about", std::move(about)}};
  const WorkFolder work;
  const fs::path file = work.path() / "contest.json";
  write_text(file, config::json_text(contest));
  return run_campaign(arguments, module, folder, {option("contest", file.string())});
}

}  // namespace starnuma::app
