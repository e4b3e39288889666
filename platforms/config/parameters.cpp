// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/parameters.h"

#include "platforms/config/node_path.h"

namespace starnuma::config {
namespace {

constexpr const char* kHead =
    R"(<!-- Written by: ./starnuma schema --parameters > docs/generated/parameters.md -->
# Parameters

Every field of a machine. All are required, but for those that may be `none`: numbers live only in
YAML, and a field that no file gives is an error. A time is written in ps, ns, us, ms or s; a size in B, KiB, MiB, GiB or TiB; a
bandwidth in B/s, kB/s, MB/s or GB/s; a frequency in Hz, kHz, MHz or GHz; cycles as `14 cycles`.
Values are those of `)";

std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

std::string row(const ListedField& field, const std::vector<ResolvedMachine>& machines) {
  std::string value = "none";
  std::string source;
  for (const ResolvedMachine& machine : machines) {
    const Node* node = find_path(machine.tree, field.path);
    if (node == nullptr || !node->is_value()) continue;
    value = "`" + flow_text(*node) + "`" +
            (&machine == &machines.front() ? "" : " (" + machine.name + ")");
    source = node->source;
    break;
  }
  return "| `" + field.path + "` | " + field.type + " | " + field.range + " | " +
         cell(field.sentence) + " | " + value + " | " + cell(source) + " |\n";
}

}  // namespace

std::string parameters_page(const std::vector<ListedField>& fields,
                            const std::vector<ResolvedMachine>& machines) {
  std::string page = kHead + machines.front().name +
                     "`, or of the machine named next to them if it has none.\n\n"
                     "| Key | Type | Range | What it is | Shipped value | Source |\n"
                     "|---|---|---|---|---|---|\n";
  for (const ListedField& field : fields) page += row(field, machines);
  return page;
}

}  // namespace starnuma::config
