// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/results/verdicts.h"

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <iostream>

#include "platforms/app/arguments/arguments.h"
#include "platforms/app/files/file_draft.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/app/files/text_file.h"
#include "platforms/app/files/work_folder.h"
#include "platforms/app/process/outcome.h"
#include "platforms/app/process/process.h"
#include "platforms/app/process/report_program.h"
#include "platforms/config/json.h"

namespace starnuma::app {

namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::filesystem::path junit_writer() { return home_folder() / "rtl" / "verify" / "junit.py"; }

}  // namespace

Verdicts::Verdicts(std::string suite, const Arguments& arguments)
    : suite_(std::move(suite)), last_(seconds_now()) {
  if (arguments.has("json")) quiet_.emplace();
  if (arguments.has("junit")) file_ = arguments.text("junit");
  if (file_.empty()) return;
  require_file("--junit", junit_writer());
  require_own_file("--junit", file_, {"<?xml", "<testsuites"});
  write_text(file_, "");
}

void Verdicts::add(const std::string& name, const std::string& failure) {
  const double now = seconds_now();
  cases_.push_back({name, now - last_, failure});
  last_ = now;
}

bool Verdicts::all_hold() const {
  return std::all_of(cases_.begin(), cases_.end(), [](const Case& c) { return c.failure.empty(); });
}

boost::json::array Verdicts::cases_json() const {
  boost::json::array cases;
  for (const Case& c : cases_) {
    cases.push_back({{"name", c.name}, {"seconds", c.seconds}, {"failure", c.failure}});
  }
  return cases;
}

void Verdicts::write_junit() const {
  const WorkFolder work;
  const std::filesystem::path list = work.path() / "verdicts.json";
  write_text(list,
             config::json_text(boost::json::object{{"suite", suite_}, {"cases", cases_json()}}));
  const int code = run_program({python(), "-B", junit_writer().string(), list.string(), file_});
  if (code != 0) throw AlreadyReported{code};
}

void Verdicts::finish() {
  if (!file_.empty()) write_junit();
  if (!quiet_) return;
  quiet_.reset();
  if (document_.empty()) {
    document_ = config::json_text(boost::json::object{{"suite", suite_},
                                                      {"tables", tables_},
                                                      {"checks", cases_json()},
                                                      {"all_hold", all_hold()}},
                                  config::JsonLayout::kInnerRows);
  }
  std::cout << document_;
}

}  // namespace starnuma::app
