// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/verify/stimulus_files.h"

#include <boost/json.hpp>
#include <sstream>

#include "models/protocol/cxl/log_format.h"
#include "models/protocol/names.h"

namespace starnuma::app {

namespace bench = coherence_bench;
namespace json = boost::json;

namespace {

using StepKind = bench::DirectedStepKind;

std::string_view table_name(protocol::TableId table) {
  if (table == protocol::TableId::kDevice) return "device";
  return table == protocol::TableId::kConflict ? "conflict" : "host";
}

json::object step_json(const bench::DirectedStep& step) {
  json::object object{{"host", step.host}, {"line", step.line}};
  if (step.kind == StepKind::kAccess) {
    object["access"] = name_of(step.access);
    return object;
  }
  const protocol::cxl::LogName& name = protocol::cxl::log_name(step.op);
  object["direction"] = protocol::cxl::log_direction(step.op);
  object["opcode"] = name.opcode;
  if (!name.meta_value.empty()) object["meta_value"] = name.meta_value;
  if (!name.snp_type.empty()) object["snp_type"] = name.snp_type;
  return object;
}

/// Returns the number of a step's access or message in sn_cxl_golden.h.
int code_of(const bench::DirectedStep& step) {
  if (step.kind != StepKind::kAccess) {
    const protocol::cxl::LogName& name = protocol::cxl::log_name(step.op);
    return static_cast<int>(&name - protocol::cxl::kLogNames.data());
  }
  return static_cast<int>(protocol::number_of_host_event(step.access));
}

std::string row_name(const bench::DirectedRow& row) {
  return std::string(table_name(row.table)) + ", " + std::string(row.row.state_name) + " x " +
         std::string(row.row.event_name);
}

}  // namespace

std::string stimulus_json(const std::vector<bench::DirectedRow>& rows) {
  std::string text = "{\"format\": \"starnuma.cxl_mem_stimulus.1\",\n \"rows\": [\n";
  for (const bench::DirectedRow& row : rows) {
    json::array steps;
    for (const bench::DirectedStep& step : row.steps) steps.push_back(step_json(step));
    const json::object object{{"table", table_name(row.table)},
                              {"state", row.row.state_name},
                              {"event", row.row.event_name},
                              {"next", row.row.next_name},
                              {"actions", row.row.actions},
                              {"hosts", row.config.hosts},
                              {"lines", row.config.lines},
                              {"filter_entries", row.config.filter},
                              {"steps", steps}};
    text += "  " + json::serialize(object) + (&row == &rows.back() ? "\n" : ",\n");
  }
  return text + " ]}\n";
}

std::string stimulus_package(const std::vector<bench::DirectedRow>& rows) {
  std::ostringstream steps;
  std::ostringstream table;
  std::ostringstream names;
  std::size_t count = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const bench::DirectedRow& row = rows[r];
    const char* separator = r + 1 == rows.size() ? "\n" : ",\n";
    table << "    '{" << count << ", " << row.steps.size() << ", " << row.config.filter << "}"
          << separator;
    names << "      " << r << ": return \"" << row_name(row) << "\";\n";
    for (const bench::DirectedStep& step : row.steps) {
      steps << (count == 0 ? "" : ",\n") << "    '{" << static_cast<int>(step.kind) << ", "
            << step.host << ", " << step.line << ", " << code_of(step) << "}";
      ++count;
    }
  }
  std::ostringstream text;
  text << "// SPDX-License-Identifier: Apache-2.0\n"
          "// Written by: ./starnuma export golden. For each row of the tables the shortest "
          "sequence\n"
          "// that takes it, with its last step.\n\n"
          "package sn_cxl_stimulus_pkg;\n\n"
          "  // kind: 0 access of a host, 1 delivery to the device, 2 delivery to a host\n"
          "  // code: sn_access_e of an access, sn_op_e of a message\n"
          "  typedef struct packed {int kind; int host; int line; int code;} sn_step_t;\n"
          "  // entries: lines of the snoop filter\n"
          "  typedef struct packed {int start; int steps; int entries;} sn_row_t;\n\n"
       << "  localparam int SnSteps = " << count << ";\n  localparam int SnRows = " << rows.size()
       << ";\n\n  localparam sn_step_t SnStep [SnSteps] = '{\n"
       << steps.str() << "};\n\n  localparam sn_row_t SnRow [SnRows] = '{\n"
       << table.str()
       << "  };\n\n  function automatic string sn_row_name(int row);\n    case (row)\n"
       << names.str() << "      default: return \"\";\n    endcase\n  endfunction\n\nendpackage\n";
  return text.str();
}

}  // namespace starnuma::app
