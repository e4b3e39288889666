// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/run_request.h"

#include "models/base/check.h"
#include "platforms/app/experiments/programs.h"
#include "platforms/app/files/file_draft.h"
#include "platforms/config/catalog.h"
#include "platforms/config/text.h"
#include "stimulus/registry.h"
#include "stimulus/trace/format/draft.h"

namespace starnuma::app {
namespace {

/// Returns the time of --interval or --profile.
base::Time interval_of(const Arguments& arguments, const std::string& option) {
  const auto text = arguments.text(option);
  constexpr base::Time kLeast(100'000);
  constexpr base::Time kMost(1'000'000'000'000);
  const auto interval = base::parse_time(text);
  if (!interval || *interval < kLeast || *interval > kMost) {
    throw base::InputError("--", option, ": expected a time with its unit from ",
                           base::to_string(kLeast), " to ", base::to_string(kMost),
                           ", such as 10us, found ", config::in_quotes(text));
  }
  return *interval;
}

std::optional<PhaseRequest> phase_of(const Arguments& arguments) {
  if (!arguments.has("from-checkpoint")) {
    for (const std::string option : {"share", "warm-up"}) {
      if (arguments.has(option)) {
        throw base::InputError("--", option, ": is of a phase, which --from-checkpoint names");
      }
    }
    return std::nullopt;
  }
  PhaseRequest phase;
  phase.file = arguments.text("from-checkpoint");
  require_file("from-checkpoint", phase.file);
  if (arguments.has("share")) phase.share = arguments.get<int>("share");
  if (arguments.has("warm-up")) phase.warm_up = arguments.get<int>("warm-up");
  if (phase.warm_up >= phase.share) {
    throw base::InputError("--warm-up: expected less than the share of the phase that is run, ",
                           phase.share, ", found ", phase.warm_up);
  }
  if (arguments.has("checkpoints")) {
    throw base::InputError("--checkpoints: a run from a checkpoint writes none");
  }
  return phase;
}

}  // namespace

ExperimentRequest request_of(const Arguments& arguments, const std::string& target) {
  ExperimentRequest request;
  request.target = target;
  if (arguments.has("seed")) request.seed = arguments.get<std::uint64_t>("seed");
  if (arguments.has("interval")) request.options.interval = interval_of(arguments, "interval");
  if (arguments.has("profile")) request.options.profile = interval_of(arguments, "profile");
  if (arguments.has("record")) {
    const std::filesystem::path folder = arguments.text("record");
    trace::require_trace_room(folder);
    request.options.trace.emplace().folder = folder;
  }
  if (arguments.has("record-annex")) {
    request.options.annex =
        run::CoreRecording::parse("--record-annex", arguments.text("record-annex"));
    require_own_file("--record-annex", request.options.annex->file, {"starnuma-annex"});
  }
  if (arguments.has("record-tracker")) {
    request.options.tracker =
        run::CoreRecording::parse("--record-tracker", arguments.text("record-tracker"));
    require_own_file("--record-tracker", request.options.tracker->file, {"starnuma-tracker"});
  }
  if (arguments.has("log-pool")) {
    request.options.pool_log.emplace().file = arguments.text("log-pool");
  }
  if (arguments.has("record-pool")) {
    if (request.options.pool_log) {
      throw base::InputError(
          "--record-pool: cannot go with --log-pool, whose file has the requests too");
    }
    request.options.pool_log =
        run::MessageLogFile{arguments.text("record-pool"), pool::Logged::kRequests};
  }
  if (arguments.has("log-requests")) {
    request.options.request_log.emplace().file = arguments.text("log-requests");
  }
  request.rtl_assertions = arguments.has("rtl-assertions");
  if (arguments.has("checkpoints")) request.checkpoints = arguments.text("checkpoints");
  request.phase = phase_of(arguments);
  request.sets = arguments.texts("set");
  return request;
}

void require_outside(const std::filesystem::path& folder, const Arguments& arguments) {
  for (const std::string option :
       {"waves", "trace-events", "record", "record-annex", "record-tracker", "record-pool", "log",
        "log-pool", "log-requests", "checkpoints", "progress"}) {
    if (!arguments.has(option)) continue;
    const std::filesystem::path file = arguments.text(option);
    const auto from_folder = std::filesystem::weakly_canonical(std::filesystem::absolute(file))
                                 .lexically_relative(std::filesystem::weakly_canonical(
                                     std::filesystem::absolute(folder)));
    if (from_folder.empty() || *from_folder.begin() == "..") continue;
    throw base::InputError("--", option, ": ", file.string(),
                           " is in the result folder, which "
                           "is replaced as a whole; choose a place outside");
  }
}

std::string folder_name(const std::string& machines, const std::string& workload) {
  if (config::is_yaml_name(workload)) {
    return machines + "-" + std::filesystem::path(workload).stem().string();
  }
  if (!names_programs(workload)) return machines + "-" + stimulus::short_name(workload);
  std::string name = machines;
  for (const config::ScenarioProgram& program : split_programs(workload)) {
    name += "-" + stimulus::short_name(program.workload);
  }
  return name;
}

}  // namespace starnuma::app
