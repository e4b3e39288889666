// SPDX-License-Identifier: Apache-2.0
// Programs in the user's one-line notation, and as repeated in results.
#include <algorithm>

#include "models/base/check.h"
#include "platforms/app/experiments/core_list.h"
#include "platforms/app/experiments/programs.h"
#include "platforms/config/text.h"

namespace starnuma::app {

using assembly::MachineConfig;
using config::ScenarioProgram;

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Returns the start of the last program's cores; npos if it has none. Cores contain no "/", unlike
/// a path behind an "@".
std::size_t mark_in(const std::string& text) {
  const std::size_t mark = text.rfind('@');
  return mark != text.npos && text.find('/', mark) != text.npos ? text.npos : mark;
}

}  // namespace

bool names_programs(const std::string& text) {
  return mark_in(text) != text.npos || text.find(" + ") != std::string::npos;
}

std::vector<ScenarioProgram> split_programs(const std::string& text) {
  std::vector<ScenarioProgram> programs;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    const std::string piece = trimmed(text.substr(begin, end - begin));
    const std::size_t mark = mark_in(piece);
    ScenarioProgram& program = programs.emplace_back();
    program.workload = trimmed(piece.substr(0, mark));
    if (mark != piece.npos) program.cores = trimmed(piece.substr(mark + 1));
    if (program.workload.empty() || (mark != piece.npos && program.cores.empty())) {
      throw base::InputError(
          "expected WORKLOAD@CORES, several with + between, such as "
          "bfs:scale=14@socket0-3 + stream@socket4, found ",
          config::in_quotes(text));
    }
    begin = end + 1;
  }
  return programs;
}

std::string each_workload(const std::string& text,
                          const std::function<std::string(const std::string&)>& change) {
  if (!names_programs(text)) return change(text);
  std::string changed;
  for (const ScenarioProgram& program : split_programs(text)) {
    changed += (changed.empty() ? "" : " + ") + change(program.workload);
    if (!program.cores.empty()) changed += "@" + program.cores;
  }
  return changed;
}

std::string text_of(const std::vector<ProgramPlan>& plans, const MachineConfig& machine) {
  std::string text;
  for (const ProgramPlan& plan : plans) {
    if (plan.name.empty()) return plan.workload;
    text += (text.empty() ? "" : " + ") + plan.workload + "@" +
            names_of(plan.cores, machine.cores_per_socket());
  }
  return text;
}

std::string yaml_of(const std::vector<ProgramPlan>& plans, const MachineConfig& machine) {
  std::string text = "programs:\n";
  for (const ProgramPlan& plan : plans) {
    const auto line = [&](const char* key, const std::string& value) {
      text += std::string("    ") + key + ": " + value + "\n";
    };
    text += "  - name: " + config::yaml_scalar(plan.name) + "\n";
    line("workload", config::escaped(plan.workload, "\\x"));
    line("cores", config::yaml_scalar(names_of(plan.cores, machine.cores_per_socket())));
    if (plan.start > base::Time(0)) line("start", base::to_string(plan.start));
    if (plan.memory_limit > base::Bytes(0)) {
      line("memory_limit", base::to_string(plan.memory_limit));
    }
    if (!plan.extent.empty()) line("extent", config::yaml_scalar(plan.extent));
    if (plan.protection != "none") line("protection", config::yaml_scalar(plan.protection));
    if (plan.policy) line("policy", std::string(placement::name_of(*plan.policy)));
  }
  return text;
}

}  // namespace starnuma::app
