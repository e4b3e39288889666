// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/pages.h"

#include <cctype>
#include <string_view>

#include "models/protocol/names.h"

namespace starnuma::coherence_bench {

namespace {

using protocol::name_of;
using protocol::cxl::DeviceActions;
using protocol::cxl::DeviceRow;
using protocol::cxl::kDeviceRows;

struct NamedAction {
  std::string_view name;
  bool DeviceActions::*value;
};
constexpr std::array<NamedAction, 11> kActions{
    {{"write_memory", &DeviceActions::write_memory},
     {"read_memory", &DeviceActions::read_memory},
     {"snoop_data", &DeviceActions::snoop_data},
     {"snoop_invalidate", &DeviceActions::snoop_invalidate},
     {"complete", &DeviceActions::complete},
     {"grant_shared", &DeviceActions::grant_shared},
     {"grant_owned", &DeviceActions::grant_owned},
     {"free_entry", &DeviceActions::free_entry},
     {"acknowledge", &DeviceActions::acknowledge},
     {"snoop_current", &DeviceActions::snoop_current},
     {"grant_current", &DeviceActions::grant_current}}};

constexpr int kOpWidth = 5, kStateWidth = 3, kEventWidth = 5;
static_assert(protocol::cxl::kOps <= 1 << kOpWidth &&
              protocol::cxl::kDeviceStates <= 1 << kStateWidth &&
              protocol::cxl::kDeviceEvents <= 1 << kEventWidth);

/// Returns an enumerator such as EvMemRdOwnOthersShare for "MemRdOwn, others share".
std::string enumerator(std::string_view prefix, std::string_view name) {
  std::string text(prefix);
  bool capital = true;
  for (const char c : name) {
    const bool letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter) text += capital ? static_cast<char>(std::toupper(c)) : c;
    capital = !letter;
  }
  return text;
}

template <class Names>
std::string enumeration(std::string_view type, std::string_view prefix, int width,
                        const Names& names) {
  std::string text = "  typedef enum logic [" + std::to_string(width - 1) + ":0] {\n";
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += "    " + enumerator(prefix, names[i]) + " = " + std::to_string(width) + "'d" +
            std::to_string(i) + (i + 1 < names.size() ? ",\n" : "\n");
  }
  return text + "  } " + std::string(type) + ";\n\n";
}

std::string transient_states() {
  std::string text;
  for (std::size_t i = 0; i < protocol::cxl::kDeviceStates; ++i) {
    const auto state = static_cast<protocol::cxl::DeviceState>(i);
    if (!protocol::cxl::is_transient(state)) continue;
    text += (text.empty() ? "state == " : " || state == ") + enumerator("St", name_of(state));
  }
  return text;
}

std::string row_text(const DeviceRow& row) {
  std::string text = "      {" + enumerator("St", name_of(row.state)) + ", " +
                     enumerator("Ev", name_of(row.event)) +
                     "}: begin\n        row.next = " + enumerator("St", name_of(row.next)) + ";\n";
  for (const NamedAction& action : kActions) {
    if (!(row.actions.*action.value)) continue;
    text += "        row." + std::string(action.name) + " = 1'b1;\n";
  }
  return text + "      end\n";
}

}  // namespace

std::string rtl_rows() {
  std::string text =
      "// SPDX-License-Identifier: Apache-2.0\n"
      "// Generated: ./starnuma verify protocol --rtl-rows rtl/directory_slice/sn_dir_rows_pkg.sv\n"
      "// CXL.mem messages (HDM-DB), and the states, events and rows of the directory of a\n"
      "// multi-headed device, from models/protocol/cxl/device_table.h.\n\n"
      "package sn_dir_rows_pkg;\n\n";
  text += "  localparam int OpWidth = " + std::to_string(kOpWidth) + ";\n\n";
  text += enumeration("cxl_op_e", "Op", kOpWidth, protocol::cxl::kOpNames);
  text += enumeration("dir_state_e", "St", kStateWidth, protocol::cxl::kDeviceStateNames);
  text += enumeration("dir_event_e", "Ev", kEventWidth, protocol::cxl::kDeviceEventNames);
  text += "  typedef struct packed {\n    logic       present;\n    dir_state_e next;\n";
  for (const NamedAction& action : kActions) {
    text += "    logic       " + std::string(action.name) + ";\n";
  }
  text +=
      "  } dir_row_t;\n\n"
      "  function automatic logic is_transient(dir_state_e state);\n    return " +
      transient_states() +
      ";\n  endfunction\n\n"
      "  // Returns the row of a state and an event; a pair without a row is not present.\n"
      "  function automatic dir_row_t dir_row(dir_state_e state, dir_event_e event_);\n"
      "    dir_row_t row;\n"
      "    row = '0;\n"
      "    row.present = 1'b1;\n"
      "    case ({state, event_})\n";
  for (const DeviceRow& row : kDeviceRows) text += row_text(row);
  return text +
         "      default: row.present = 1'b0;\n"
         "    endcase\n"
         "    return row;\n"
         "  endfunction\n\n"
         "endpackage\n";
}

}  // namespace starnuma::coherence_bench
