// SPDX-License-Identifier: Apache-2.0
// explain: the slowest accesses of a result folder, or those to a line or at a time, hop by hop. A
// second run of the same experiment, only as long as necessary, provides the hops.
#include <algorithm>
#include <boost/json.hpp>
#include <iostream>
#include <optional>

#include "models/base/check.h"
#include "models/kernel/tap.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/arguments/json_option.h"
#include "platforms/app/arguments/option_values.h"
#include "platforms/app/commands/explain_text.h"
#include "platforms/app/experiments/prepare.h"
#include "platforms/app/files/draft_folder.h"
#include "platforms/app/files/file_draft.h"
#include "platforms/app/files/result_files.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/files/work_folder.h"
#include "platforms/app/process/child.h"
#include "platforms/app/process/report_program.h"
#include "platforms/app/results/worst_file.h"
#include "platforms/app/runs/execution.h"
#include "platforms/app/waves/wave_options.h"
#include "platforms/config/json.h"
#include "platforms/wave/msc.h"

namespace starnuma::app {

namespace fs = std::filesystem;
using base::Time;
using observers::HopLog;
using observers::MissRecord;

namespace {

/// Margin around --time: no access at that time should begin before it or end after it.
constexpr Time kAround(20'000'000);

struct Question {
  std::size_t most = 10;
  std::optional<base::LineAddress> line;
  std::optional<Time> time;
};

Question question_of(const Arguments& arguments) {
  Question question;
  question.most = static_cast<std::size_t>(arguments.get<int>("worst"));
  if (arguments.has("line")) question.line = wave_line("--line", arguments.text("line"));
  if (arguments.has("time")) question.time = wave_time("--time", arguments.text("time"));
  return question;
}

observers::HopSelection selection_of(const Question& question, const WorstAccesses& worst) {
  observers::HopSelection selection;
  selection.misses = true;
  selection.line = question.line;
  if (question.time) {
    selection.from = std::max(Time(0), *question.time - kAround);
    selection.to = *question.time + kAround;
  }
  if (question.line) selection.walks = {{Time(0), observers::HopSelection::kForever}};
  if (question.line || question.time) return selection;
  selection.from = observers::HopSelection::kForever;
  selection.to = Time(0);
  for (std::size_t i = 0; i < std::min(question.most, worst.accesses.size()); ++i) {
    const MissRecord& miss = worst.accesses[i];
    selection.transactions.push_back(miss.transaction);
    selection.from = std::min(selection.from, miss.issued);
    selection.to = std::max(selection.to, miss.done);
    selection.walks.emplace_back(miss.issued, miss.done);
  }
  std::sort(selection.transactions.begin(), selection.transactions.end());
  return selection;
}

/// Returns the requested accesses, slowest first.
std::vector<MissRecord> chosen(const HopLog& log, const Question& question) {
  std::vector<MissRecord> misses;
  for (const MissRecord& miss : log.misses) {
    const bool then =
        !question.time || (miss.issued <= *question.time && miss.done >= *question.time);
    if (then) misses.push_back(miss);
  }
  std::stable_sort(misses.begin(), misses.end(), [](const MissRecord& a, const MissRecord& b) {
    return a.latency() != b.latency() ? a.latency() > b.latency() : a.transaction < b.transaction;
  });
  if (misses.size() > question.most) misses.resize(question.most);
  return misses;
}

/// Throws InputError unless the run repeated each of the first `most` slowest accesses of the
/// folder.
void require_repeated(const HopLog& log, const WorstAccesses& worst, std::size_t most,
                      const fs::path& file) {
  for (std::size_t i = 0; i < std::min(most, worst.accesses.size()); ++i) {
    const MissRecord& wanted = worst.accesses[i];
    const bool found =
        std::any_of(log.misses.begin(), log.misses.end(), [&](const MissRecord& miss) {
          return miss.transaction == wanted.transaction && miss.issued == wanted.issued &&
                 miss.done == wanted.done;
        });
    if (found) continue;
    throw base::InputError(file.string(), ": access #", wanted.transaction,
                           " does not occur in the run of ", kEffective,
                           "; run the experiment again with this version");
  }
}

/// Returns the location of an access's address, with its program.
std::string place_of(const MissRecord& miss, const Experiment& experiment,
                     const BuiltPrograms& programs) {
  const auto program = program_on(miss.core, experiment.programs);
  if (!program) return "";
  const std::string place = programs[*program]->arena().place_of(miss.address);
  if (!experiment.is_scenario()) return place;
  return experiment.programs[*program].name + (place.empty() ? "" : ": " + place);
}

/// File that the shown options write the access's waves to.
std::string wave_file_of(const MissRecord& miss) {
  return "access" + std::to_string(miss.transaction) + ".fst";
}

std::string answer_text(const HopLog& log, const std::vector<MissRecord>& misses,
                        const Experiment& experiment, const BuiltPrograms& programs,
                        const fs::path& repeat) {
  if (misses.empty()) return "no access that missed the LLC is there\n";
  std::string text;
  for (const MissRecord& miss : misses) {
    text += "\n" + explanation(miss, place_of(miss, experiment, programs), with_walk(log, miss),
                               repeat, wave_file_of(miss));
  }
  return text;
}

std::string answer_json(const HopLog& log, const std::vector<MissRecord>& misses,
                        const Experiment& experiment, const BuiltPrograms& programs,
                        const fs::path& repeat, Time window_begin) {
  boost::json::array accesses;
  for (const MissRecord& miss : misses) {
    accesses.push_back(explanation_json(miss, place_of(miss, experiment, programs),
                                        with_walk(log, miss), repeat, wave_file_of(miss)));
  }
  return config::json_text(boost::json::object{{"machine", experiment.machine_name},
                                               {"workload", experiment.workload},
                                               {"window_begin_ps", window_begin.ps()},
                                               {"accesses", std::move(accesses)}},
                           config::JsonLayout::kInnerRows);
}

/// Writes the message sequence chart of the first access to `file`; returns a line about it.
std::string write_chart(const HopLog& log, const std::vector<MissRecord>& misses,
                        const std::string& file) {
  if (misses.empty() || file.empty()) return "";
  const MissRecord& first = misses.front();
  write_text(file,
             wave::sequence_chart(only(log, first.transaction), headline(first, log.classes)));
  return "\nChart of #" + std::to_string(first.transaction) + ": " + file + "\n";
}

}  // namespace

void add_explain_options(boost::program_options::options_description& options) {
  namespace po = boost::program_options;
  options.add_options()("worst", whole_number(1, 1'000'000)->default_value(10),
                        "how many accesses, the slowest first")(
      "line", text("ADDRESS"), "accesses to the line with this byte address instead")(
      "time", text("TIME"), "accesses in flight at this simulated time, such as 12us, instead")(
      "msc", text("FILE"), "write the message sequence chart of the first one to this SVG file")(
      "page", text("FILE"),
      "write a page with the time line of each, hop by hop, to this HTML file");
  add_json_option(options);
}

int run_explain(const Arguments& arguments) {
  if (!kernel::kWaves) throw base::InputError("explain: built with STARNUMA_WAVES=OFF");
  const fs::path folder = arguments.positional[0];
  require_whole(folder);
  const fs::path repeat = folder / kEffective;
  if (!fs::is_regular_file(repeat) || !fs::is_regular_file(folder / kWorst)) {
    throw base::InputError(folder.string(), ": is not a result folder of `run`");
  }
  const Question question = question_of(arguments);
  const WorstAccesses worst = read_worst(folder / kWorst);
  const std::string chart = arguments.text("msc");
  require_own_file("explain: --msc", chart, {"<svg"});
  const std::string page = arguments.text("page");
  require_own_file("explain: --page", page, {"<!DOCTYPE html><!-- starnuma -->"});
  if (!page.empty()) require_report();
  ExperimentRequest request;
  request.target = repeat.string();
  const Experiment experiment = prepare(request);
  const bool nothing = worst.accesses.empty() && !question.line && !question.time;
  if (nothing) throw base::InputError(folder.string(), ": no access missed the LLC in that run");

  const bool as_json = wants_json(arguments);
  std::optional<WorkFolder> work;
  if (!page.empty()) work.emplace();
  const auto document = [&] { return work->path() / "explain.json"; };
  const std::string answer = bytes_from_child([&] {
    HopLog log;
    const BuiltPrograms programs = build_programs(experiment);
    run::Recording recording;
    recording.selection = selection_of(question, worst);
    recording.stop_when_complete = true;
    recording.done = [&](HopLog recorded) { log = std::move(recorded); };
    replay(experiment, programs, &recording);
    if (!question.line && !question.time) {
      require_repeated(log, worst, question.most, folder / kWorst);
    }
    const std::vector<MissRecord> misses = chosen(log, question);
    const std::string about_chart = write_chart(log, misses, chart);
    std::string json;
    if (as_json || work) {
      json = answer_json(log, misses, experiment, programs, repeat, worst.window_begin);
    }
    if (work) write_text(document(), json);
    return as_json ? json : answer_text(log, misses, experiment, programs, repeat) + about_chart;
  });
  if (!as_json) {
    std::cout << experiment.machine_name << ", " << experiment.workload
              << ": the measured window opened at " << base::to_string(worst.window_begin) << "\n";
  }
  std::cout << answer;
  if (!work) return 0;
  run_report("starnuma.report.explanation", {option("output", page)}, {document().string()});
  if (!as_json) std::cout << "\nPage: " << page << "\n";
  return 0;
}

}  // namespace starnuma::app
