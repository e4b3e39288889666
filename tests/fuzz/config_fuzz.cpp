// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: any bytes as a configuration file, with the shipped parts and machines as
// context. Lines `#set a.b=c` are applied as options.
//
// Properties: no crash, no hang, no exception except ConfigError. Every message is one printable
// line with a position. A valid file is written and read back unchanged.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "platforms/assembly/config/machine_config.h"
#include "platforms/config/check.h"
#include "platforms/config/list_fields.h"
#include "platforms/config/override.h"
#include "platforms/config/writer.h"

namespace {

using starnuma::assembly::MachineConfig;
namespace config = starnuma::config;

void require(bool holds, const char* what, const std::string& text) {
  if (holds) return;
  std::cerr << what << ":\n" << text << "\n";
  std::abort();
}

void check_messages(const config::Diagnostics& diagnostics) {
  for (const std::string& line : diagnostics.lines()) {
    for (const char c : line) {
      require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f, "not one printable line", line);
    }
    require(line.size() < 4000, "an endless line", line);
  }
}

std::vector<std::string> sets_in(std::string_view text) {
  constexpr std::string_view kMark = "#set ";
  std::vector<std::string> sets;
  while (!text.empty() && sets.size() < 4) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.substr(0, kMark.size()) == kMark) sets.emplace_back(line.substr(kMark.size()));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return sets;
}

void check_round_trip(const MachineConfig& machine, const config::Catalog& catalog) {
  const std::string yaml = "kind: machine\n" + config::to_yaml(machine);
  config::Diagnostics diagnostics;
  const auto again = config::check_tree<MachineConfig>(
      config::load_text(yaml, "written.yaml", diagnostics), catalog, diagnostics);
  require(again.has_value(), "does not read back", yaml);
  require("kind: machine\n" + config::to_yaml(again->machine) == yaml, "reads back changed", yaml);
  require(!config::list_fields(machine).empty(), "no fields", yaml);
}

void apply_sets(const std::string& text, config::Experiment experiment,
                const config::Catalog& catalog) {
  config::Diagnostics diagnostics;
  try {
    for (const std::string& set : sets_in(text)) {
      config::Override(set).apply(experiment.machine.tree, catalog, diagnostics);
    }
  } catch (const config::ConfigError&) {
    return;
  }
  config::read<MachineConfig>(experiment.machine.tree, diagnostics);
  check_messages(diagnostics);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const config::Catalog catalog(STARNUMA_PLATFORMS);
  const std::string text(reinterpret_cast<const char*>(data), size);
  config::Diagnostics diagnostics;
  const auto checked = config::check_tree<MachineConfig>(
      config::load_text(text, "input.yaml", diagnostics), catalog, diagnostics);
  check_messages(diagnostics);
  if (checked && diagnostics.empty()) {
    check_round_trip(checked->machine, catalog);
    apply_sets(text, checked->experiment, catalog);
  }
  return 0;
}
