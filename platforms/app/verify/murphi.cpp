// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/verify/murphi.h"

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "models/base/check.h"
#include "platforms/app/arguments/arguments.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/files/work_folder.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/process/process.h"
#include "platforms/app/process/report_program.h"
#include "platforms/config/json.h"
#include "testbenches/coherence/mutants.h"
#include "testbenches/coherence/row_report.h"

namespace starnuma::app {

namespace bench = coherence_bench;
namespace fs = std::filesystem;
namespace json = boost::json;

namespace {

fs::path models_folder() { return home_folder() / "testbenches/coherence/murphi"; }

json::value parsed(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return json::parse(text.str());
}

std::string text_at(const json::object& object, const char* key) {
  return std::string(object.at(key).as_string());
}

json::array dump(const bench::RowSet& rows) {
  json::array all;
  for (const bench::NamedTable& table : bench::named_tables(rows)) {
    for (const bench::NamedRow& row : table.rows) {
      all.push_back({{"table", table.title},
                     {"state", row.state_name},
                     {"event", row.event_name},
                     {"next", row.next_name},
                     {"actions", row.actions}});
    }
  }
  return all;
}

}  // namespace

std::vector<MurphiVerdict> run_murphi(int hosts, bool without_edits) {
  const fs::path script = models_folder() / "second_opinion.py";
  if (!fs::exists(script)) return {};
  json::object mutants;
  for (const bench::Mutant& mutant : bench::mutants()) {
    mutants[mutant.name] = dump(bench::rows_of(&mutant));
  }
  const WorkFolder work;
  const fs::path order = work.path() / "order.json";
  const fs::path verdicts = work.path() / "verdicts.json";
  write_text(order, config::json_text(json::object{{"hosts", hosts},
                                                   {"short", without_edits},
                                                   {"tables", dump({})},
                                                   {"mutants", std::move(mutants)}}));
  const int code =
      run_program({python(), "-B", script.string(), order.string(), verdicts.string()});
  if (code != 0) throw AlreadyReported{code};
  std::vector<MurphiVerdict> all;
  const json::value document = parsed(verdicts);
  for (const json::value& verdict : document.as_array()) {
    const json::object& one = verdict.as_object();
    all.push_back({text_at(one, "name"), text_at(one, "result"), text_at(one, "failure")});
  }
  return all;
}

std::string murphi_answer(const std::string& mutant) {
  const fs::path file = models_folder() / "mutants.json";
  require_file("--tables", file);
  const json::value kept = parsed(file);
  const json::value* found = kept.as_object().if_contains(mutant);
  if (found == nullptr) throw base::InputError(file.string(), " has no \"", mutant, "\"");
  const json::object& how = found->as_object();
  if (how.contains("edits")) return "rumur, in " + text_at(how, "model");
  return how.contains("outside") ? "no: " + text_at(how, "outside")
                                 : "its rows are not the model's";
}

}  // namespace starnuma::app
