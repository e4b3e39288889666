// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/commands/completion.h"

#include <algorithm>

#include "models/base/fields.h"
#include "models/placement/placement_config.h"
#include "platforms/app/commands/usage.h"
#include "platforms/app/experiments/open_machine.h"
#include "platforms/app/experiments/shipped_traces.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/runs/campaign.h"
#include "platforms/assembly/config/machine_config.h"
#include "platforms/config/list_fields.h"
#include "platforms/config/load.h"
#include "stimulus/registry.h"

namespace starnuma::app {

namespace po = boost::program_options;

namespace {

bool begins_with(const std::string& text, const std::string& head) {
  return text.compare(0, head.size(), head) == 0;
}

void offer(Candidates& all, const std::string& typed, Candidate candidate) {
  if (begins_with(candidate.text, typed)) all.words.push_back(std::move(candidate));
}

/// Splits the typed text after the last `mark`.
std::pair<std::string, std::string> split_after(const std::string& typed, char mark) {
  const std::size_t at = typed.rfind(mark);
  if (at == std::string::npos) return {"", typed};
  return {typed.substr(0, at + 1), typed.substr(at + 1)};
}

void offer_machines(Candidates& all, const std::string& typed) {
  const config::Catalog catalog = open_catalog();
  for (const std::string& name : catalog.names(config::Shelf::kMachines)) {
    offer(all, typed, {name, true, ""});
  }
  all.files = true;
}

/// Offers "bfs:", then its options, then their named values; shipped traces by name.
void offer_workloads(Candidates& all, const std::string& typed) {
  for (const ShippedTrace& trace : shipped_traces()) {
    if (begins_with(typed, "trace:")) {
      offer(all, typed, {"trace:" + trace.name, true, sentence_of(trace)});
    }
  }
  for (const stimulus::WorkloadInfo& workload : stimulus::workloads()) {
    const std::string head = workload.name + ":";
    if (!begins_with(typed, head)) {
      offer(all, typed, {workload.name, true, workload.sentence});
      if (!workload.rules.empty()) offer(all, typed, {head, false, workload.options});
      continue;
    }
    auto [before, option] = split_after(typed, ',');
    if (before.empty()) before = head, option = typed.substr(head.size());
    for (const stimulus::OptionRule& rule : workload.rules) {
      if (rule.kind == stimulus::OptionKind::kPath) continue;  // the shell completes files
      const std::string set = before + rule.name + "=";
      if (("," + before.substr(head.size())).find("," + rule.name + "=") != std::string::npos) {
        continue;  // the option is set already
      }
      if (!begins_with(typed, set)) {
        offer(all, typed, {set, false, describe(rule)});
        continue;
      }
      for (const std::string& choice : rule.choices) offer(all, typed, {set + choice, true, ""});
    }
  }
}

/// Offers the figures of the evaluation.
void offer_figures(Candidates& all, const std::string& typed) {
  const config::Node list = config::load_file(platforms_folder() / "results" / "starnuma" /
                                              "evaluation" / "catalogue.json");
  for (const config::Node& figure : list.items) {
    offer(all, typed, {figure.find("name")->text, true, figure.find("title")->text});
  }
}

void offer_plans(Candidates& all, const std::string& typed) {
  for (const std::string& name : plan_names()) offer(all, typed, {name, true, ""});
  all.files = true;
}

/// Offers policies, separated by commas.
void offer_policies(Candidates& all, const std::string& typed) {
  const std::string before = split_after(typed, ',').first;
  for (const placement::PolicyRow& policy : placement::policies()) {
    offer(all, typed, {before + std::string(policy.name), true, std::string(policy.sentence)});
  }
}

/// Offers a key of the machine step by step, then its named values.
void offer_keys(Candidates& all, const std::string& typed) {
  for (const auto& field : config::all_fields<assembly::MachineConfig>()) {
    const std::string set = field.path + "=";
    if (begins_with(typed, set)) {
      for (const std::string& choice : field.choices) offer(all, typed, {set + choice, true, ""});
    } else if (begins_with(set, typed)) {
      const std::size_t step = set.find('.', typed.size());
      const Candidate next{set.substr(0, step == std::string::npos ? step : step + 1), false,
                           step == std::string::npos ? field.sentence : ""};
      if (all.words.empty() || all.words.back().text != next.text) all.words.push_back(next);
    }
  }
}

/// Offers candidates for a placeholder of a usage line or an option's value.
void offer_value(Candidates& all, const std::string& typed, const std::string& name) {
  if (!is_placeholder(name)) {
    offer(all, typed, {name, true, ""});
  } else if (name == "MACHINE") {
    offer_machines(all, typed);
  } else if (name == "WORKLOAD") {
    offer_workloads(all, typed);
  } else if (name == "POLICY") {
    offer_policies(all, typed);
  } else if (name == "FIGURE") {
    offer_figures(all, typed);
  } else if (name == "PLAN") {
    offer_plans(all, typed);
  } else if (name == "KEY=VALUE") {
    offer_keys(all, typed);
  } else if (begins_with(name, "FILE") || begins_with(name, "DIR")) {
    all.files = true;
  }
}

void offer_value_of(Candidates& all, const std::string& typed, const po::option_description& option,
                    const std::string& before) {
  Candidates values;
  for (const std::string& name : Usage(value_name(option)).after({})) {
    offer_value(values, typed, name);
  }
  for (Candidate& value : values.words) {
    all.words.push_back({before + value.text, value.whole, value.about});
  }
  all.files = values.files;
}

void offer_options(Candidates& all, const std::string& typed,
                   const po::options_description& options) {
  for (const auto& option : options.options()) {
    offer(all, typed, {"--" + option->long_name(), true, option->description()});
  }
}

const po::option_description* option_named(const po::options_description& options,
                                           const std::string& word) {
  for (const auto& option : options.options()) {
    if (word == "--" + option->long_name()) return option.get();
    if (word == option->canonical_display_name(po::command_line_style::allow_dash_for_short)) {
      return option.get();
    }
  }
  return nullptr;
}

Candidates candidates_of(const Command& command, const std::vector<std::string>& before,
                         const std::string& typed) {
  const po::options_description options = options_of(command);
  std::vector<std::string> positional;
  const po::option_description* open = nullptr;  // option that awaits its value
  for (const std::string& word : before) {
    const bool is_value = open != nullptr;
    open = nullptr;
    if (is_value) continue;
    if (word.size() > 1 && word.front() == '-') {
      open = option_named(options, word);
      if (open != nullptr && open->semantic()->max_tokens() == 0) open = nullptr;
    } else {
      positional.push_back(word);
    }
  }
  Candidates all;
  if (open != nullptr) {
    offer_value_of(all, typed, *open, "");
  } else if (begins_with(typed, "-")) {
    const std::size_t equals = typed.find('=');
    const auto* const option = option_named(options, typed.substr(0, equals));
    if (equals == std::string::npos) {
      offer_options(all, typed, options);
    } else if (option != nullptr) {
      offer_value_of(all, typed.substr(equals + 1), *option, typed.substr(0, equals + 1));
    }
  } else {
    for (const std::string& name : Usage(command.usage).after(positional)) {
      offer_value(all, typed, name);
    }
    if (all.words.empty() && !all.files && typed.empty()) offer_options(all, typed, options);
  }
  return all;
}

}  // namespace

Candidates candidates(const std::vector<std::string>& typed) {
  Candidates all;
  if (typed.empty()) return all;
  if (typed.size() == 1) {
    for (const auto& [name, sentence] : first_words()) {
      offer(all, typed[0], {name, true, sentence});
    }
    return all;
  }
  for (const Command& command : commands()) {
    if (command.name == typed[0]) {
      return candidates_of(command, {typed.begin() + 1, typed.end() - 1}, typed.back());
    }
  }
  return all;
}

}  // namespace starnuma::app
