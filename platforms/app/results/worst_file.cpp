// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/worst_file.h"

#include <boost/json.hpp>

#include "models/base/check.h"
#include "platforms/app/files/text_file.h"
#include "platforms/config/json.h"

namespace starnuma::app {

namespace json = boost::json;
using base::Time;
using observers::MissRecord;

namespace {

json::object entry_of(const MissRecord& miss, const run::SimulationResult& result,
                      const Experiment& experiment) {
  json::object entry;
  const auto program = program_on(miss.core, experiment.programs);
  if (experiment.is_scenario() && program) entry["program"] = experiment.programs[*program].name;
  entry["transaction"] = miss.transaction;
  entry["core"] = base::index_of(miss.core);
  entry["socket"] = base::index_of(miss.requester);
  entry["home"] = base::index_of(miss.home);
  entry["address"] = miss.address.value;
  entry["line"] = miss.line.value << base::kLineShift;
  entry["class"] = result.classes.row(miss.access_class).name;
  entry["issued_ps"] = miss.issued.ps();
  entry["done_ps"] = miss.done.ps();
  json::object ledger;
  for (const accounting::LatencyRow& row : result.kinds.rows()) {
    const std::int64_t ps = miss.ledger.ps[static_cast<std::size_t>(row.kind)];
    if (ps != 0) ledger[row.name] = ps;
  }
  entry["ledger_ps"] = std::move(ledger);
  return entry;
}

std::uint64_t number(const json::value& object, const char* key) {
  return object.at(key).to_number<std::uint64_t>();
}

MissRecord miss_of(const json::value& entry) {
  MissRecord miss;
  miss.transaction = number(entry, "transaction");
  miss.core = static_cast<base::CoreId>(number(entry, "core"));
  miss.requester = static_cast<base::SocketId>(number(entry, "socket"));
  miss.home = static_cast<base::NodeId>(number(entry, "home"));
  miss.address = {number(entry, "address")};
  miss.line = {number(entry, "line") >> base::kLineShift};
  miss.issued = Time(static_cast<std::int64_t>(number(entry, "issued_ps")));
  miss.done = Time(static_cast<std::int64_t>(number(entry, "done_ps")));
  return miss;
}

}  // namespace

std::string worst_json(const run::SimulationResult& result, const Experiment& experiment) {
  json::array worst;
  for (const MissRecord& miss : result.worst) {
    worst.push_back(entry_of(miss, result, experiment));
  }
  const json::object all{{"window_begin_ps", result.window_begin.ps()},
                         {"first_transaction", result.first_transaction},
                         {"worst", worst}};
  return config::json_text(all, config::JsonLayout::kInnerRows);
}

WorstAccesses read_worst(const std::filesystem::path& file) {
  const std::string text = read_text(file);
  try {
    const json::value all = json::parse(text);
    WorstAccesses worst;
    worst.window_begin = Time(static_cast<std::int64_t>(number(all, "window_begin_ps")));
    worst.first_transaction = number(all, "first_transaction");
    for (const json::value& entry : all.at("worst").as_array()) {
      worst.accesses.push_back(miss_of(entry));
    }
    return worst;
  } catch (const std::exception&) {
    throw base::InputError(file.string(),
                           ": is not a list of slowest accesses; run the experiment "
                           "again with this version");
  }
}

}  // namespace starnuma::app
