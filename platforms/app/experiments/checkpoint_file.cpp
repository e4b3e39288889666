// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/experiments/checkpoint_file.h"

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <sstream>

#include "models/base/check.h"
#include "platforms/app/files/file_checksum.h"
#include "platforms/app/files/text_file.h"
#include "platforms/config/json.h"
#include "platforms/config/text.h"
#include "starnuma/version.h"

namespace starnuma::app {

namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

constexpr const char* kFormat = "starnuma checkpoint";
constexpr std::int64_t kFormatVersion = 1;

/// Overwrites every `text`, and the `more` bytes behind it, with zeros.
void blot_out(std::string& bytes, std::string_view text, std::size_t more) {
  for (std::size_t at = bytes.find(text); at != std::string::npos; at = bytes.find(text, at + 1)) {
    const std::size_t end = std::min(bytes.size(), at + text.size() + more);
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(at),
              bytes.begin() + static_cast<std::ptrdiff_t>(end), '\0');
  }
}

/// Returns the version and the CRC of the running executable, independent of its commit and build
/// id.
std::string program_text() {
  constexpr std::string_view kBuildId("\x14\0\0\0\x03\0\0\0GNU\0", 12);
  std::string program = bytes_of("/proc/self/exe");
  blot_out(program, kCommit, 0);
  blot_out(program, kBuildId, 20);
  return std::string(kVersion) + ", build " + checksum_of(program);
}

/// Returns the experiment without the name of its machine, which changes no result.
std::string identity_of(const Experiment& experiment) {
  std::istringstream lines(effective_yaml(experiment));
  std::string text;
  bool in_machine = false;
  for (std::string line; std::getline(lines, line);) {
    const bool name = in_machine && line.rfind("  name: ", 0) == 0;
    in_machine = line == "machine:";
    if (!name && line.rfind('#', 0) != 0) text += line + "\n";
  }
  return text;
}

/// Returns "machine.pool.count: 2 there, 1 here" for the first line that differs.
std::string difference(const std::string& there, const std::string& here) {
  std::istringstream lines_there(there);
  std::istringstream lines_here(here);
  std::vector<std::pair<std::size_t, std::string>> path;  // indent and key
  std::string a;
  std::string b;
  while (true) {
    const bool more_there = static_cast<bool>(std::getline(lines_there, a));
    const bool more_here = static_cast<bool>(std::getline(lines_here, b));
    if (!more_there) a = "nothing";
    if (!more_here) b = "nothing";
    if (a != b || !more_there) break;
    const std::size_t indent = a.find_first_not_of(' ');
    while (!path.empty() && path.back().first >= indent) path.pop_back();
    path.emplace_back(indent, a.substr(indent, a.find(':') - indent));
  }
  const auto shown = [](const std::string& line) {
    const std::size_t begin = line.find_first_not_of(' ');
    return config::in_quotes(begin == std::string::npos ? line : line.substr(begin));
  };
  std::string where;
  while (!path.empty() && path.back().first >= b.find_first_not_of(' ')) path.pop_back();
  for (const auto& step : path) where += step.second + ".";
  if (!where.empty()) where.back() = ':';
  return (where.empty() ? "" : where + " ") + shown(a) + " there, " + shown(b) + " here";
}

template <class T>
json::array list_of(const std::vector<T>& values) {
  json::array list;
  for (const T& value : values) list.push_back(static_cast<std::uint64_t>(value));
  return list;
}

json::object content_of(const run::Checkpoint& checkpoint) {
  json::array moves;
  for (const placement::Move& move : checkpoint.plan.moves) {
    moves.push_back(json::array{move.page, static_cast<std::uint64_t>(move.to)});
  }
  json::array executed;
  for (const auto& phase : checkpoint.executed) executed.push_back(list_of(phase));
  json::array metadata;
  for (const auto& entry : checkpoint.metadata) {
    metadata.push_back(json::array{entry.sharers, entry.count});
  }
  const placement::PlanCounts& n = checkpoint.plan.counts;
  json::object policy{{"phases_moved", list_of(checkpoint.policy.phases_moved)}};
  if (const auto& thresholds = checkpoint.policy.thresholds) {
    policy["high"] = thresholds->high;
    policy["low"] = thresholds->low;
  }
  return {
      {"phase", checkpoint.phase},
      {"executed", executed},
      {"homes", list_of(checkpoint.homes)},
      {"moves", moves},
      {"planned", list_of<std::uint64_t>({n.candidates, n.to_pool, n.to_socket, n.evicted,
                                          n.ping_pong, n.already_there, n.no_room, n.over_limit})},
      {"policy", policy},
      {"metadata", metadata}};
}

template <class T>
T number(const json::value& value) {
  return value.to_number<T>();
}

run::Checkpoint checkpoint_of(const json::object& content) {
  run::Checkpoint checkpoint;
  checkpoint.phase = number<int>(content.at("phase"));
  for (const json::value& phase : content.at("executed").as_array()) {
    auto& threads = checkpoint.executed.emplace_back();
    for (const json::value& count : phase.as_array()) {
      threads.push_back(number<std::int64_t>(count));
    }
  }
  for (const json::value& home : content.at("homes").as_array()) {
    checkpoint.homes.push_back(base::NodeId{number<std::uint16_t>(home)});
  }
  for (const json::value& move : content.at("moves").as_array()) {
    const json::array& pair = move.as_array();
    checkpoint.plan.moves.push_back(
        {number<std::uint64_t>(pair.at(0)), base::NodeId{number<std::uint16_t>(pair.at(1))}});
  }
  const json::array& planned = content.at("planned").as_array();
  placement::PlanCounts& n = checkpoint.plan.counts;
  std::size_t i = 0;
  for (std::uint64_t* count : {&n.candidates, &n.to_pool, &n.to_socket, &n.evicted, &n.ping_pong,
                               &n.already_there, &n.no_room, &n.over_limit}) {
    *count = number<std::uint64_t>(planned.at(i++));
  }
  const json::object& policy = content.at("policy").as_object();
  for (const json::value& phases : policy.at("phases_moved").as_array()) {
    checkpoint.policy.phases_moved.push_back(number<std::uint16_t>(phases));
  }
  if (policy.contains("high")) {
    checkpoint.policy.thresholds = {number<double>(policy.at("high")),
                                    number<double>(policy.at("low"))};
  }
  for (const json::value& entry : content.at("metadata").as_array()) {
    const json::array& pair = entry.as_array();
    checkpoint.metadata.push_back(
        {number<std::uint32_t>(pair.at(0)), number<std::uint32_t>(pair.at(1))});
  }
  return checkpoint;
}

[[noreturn]] void refuse_checkpoint(const fs::path& file, const std::string& why) {
  throw base::InputError(file.string(), ": ", why);
}

/// Returns the second line if the first one confirms its integrity.
std::string content_in(const fs::path& file) {
  const std::string bytes = bytes_of(file);
  const std::size_t end = bytes.find('\n');
  boost::system::error_code error;
  const json::value head = json::parse(bytes.substr(0, end), error);
  const auto* fields = head.if_object();
  if (error || end == std::string::npos || fields == nullptr || !fields->contains("format") ||
      fields->at("format") != kFormat || !fields->contains("version") ||
      !fields->contains("crc32")) {
    refuse_checkpoint(file, "no checkpoint, expected a file that run --checkpoints wrote");
  }
  if (fields->at("version") != kFormatVersion) {
    refuse_checkpoint(file, "checkpoint format " + json::serialize(fields->at("version")) +
                                ", expected " + std::to_string(kFormatVersion));
  }
  std::string content = bytes.substr(end + 1);
  if (fields->at("crc32") != json::value(checksum_of(content))) {
    refuse_checkpoint(file, "damaged checkpoint: its CRC-32 is " + checksum_of(content) +
                                ", its first line says " + json::serialize(fields->at("crc32")));
  }
  return content;
}

run::Checkpoint read_checkpoint(const fs::path& file, const Experiment& experiment) {
  const std::string text = content_in(file);
  try {
    const json::value content = json::parse(text);
    const json::object& fields = content.as_object();
    const std::string program(fields.at("program").as_string());
    if (program != program_text()) {
      refuse_checkpoint(file, "checkpoint of another program: " + config::in_quotes(program) +
                                  " there, " + config::in_quotes(program_text()) + " here");
    }
    const std::string there(fields.at("experiment").as_string());
    const std::string here = identity_of(experiment);
    if (there != here) {
      refuse_checkpoint(file, "checkpoint of another run: " + difference(there, here));
    }
    return checkpoint_of(fields);
  } catch (const base::InputError&) {
    throw;
  } catch (const std::exception&) {
    refuse_checkpoint(file, "no checkpoint: something is missing in it");
  }
}

}  // namespace

void check_checkpoints(const fs::path& folder, const Experiment& experiment) {
  if (fs::exists(folder) && (!fs::is_directory(folder) || !fs::is_empty(folder))) {
    throw base::InputError("--checkpoints: ", folder.string(),
                           " is there, expected a new or empty folder");
  }
  const ProgramPlan& program = experiment.programs.front();
  const auto placement = placement_of(program, experiment.machine);
  const std::string policy(placement::name_of(placement.policy));
  if (experiment.programs.size() > 1) {
    throw base::InputError("--checkpoints: of one program, found ", experiment.programs.size());
  }
  if (!placement.traits().moves_pages()) {
    throw base::InputError("--checkpoints: policy ", policy,
                           " moves nothing, expected one with phases");
  }
  if (!experiment.capacity.empty()) {
    throw base::InputError(
        "--checkpoints: they do not hold what hosts have of devices, which the "
        "scenario's dynamic_capacity changes");
  }
  const placement::PolicyTraits& traits = placement.traits();
  if (traits.copies_pages() || traits.caches_pages || placement.on_demand()) {
    throw base::InputError(
        "--checkpoints: they hold neither copies of pages nor pages without "
        "memory, which this machine's placement has");
  }
}

void write_checkpoint(const fs::path& folder, const Experiment& experiment,
                      const run::Checkpoint& checkpoint) {
  json::object content{{"program", program_text()}, {"experiment", identity_of(experiment)}};
  for (const auto& field : content_of(checkpoint)) content.insert(field);
  const std::string text = config::json_text(content);
  const json::object head{
      {"format", kFormat}, {"version", kFormatVersion}, {"crc32", checksum_of(text)}};
  std::error_code error;
  fs::create_directories(folder, error);
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "phase-%04d.json", checkpoint.phase);
  write_text(folder / name.data(), config::json_text(head) + text);
}

void resume_from(const PhaseRequest& request, Experiment& experiment) {
  experiment.phase = {read_checkpoint(request.file, experiment), request.share / 100.0,
                      request.warm_up / 100.0};
  experiment.measured = "phase " + std::to_string(experiment.phase->checkpoint.phase) +
                        " from its checkpoint, from " + std::to_string(request.warm_up) + " % to " +
                        std::to_string(request.share) + " % of it";
}

}  // namespace starnuma::app
