// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/windows.h"

#include <algorithm>

#include "models/kernel/now.h"

namespace starnuma::run {
namespace {

bool is_last_opening(const Windows::Part& part) {
  return part.openings >= part.program.program().workload().openings();
}

/// Checks the program's results after its end.
void check(Windows::Part& part) {
  part.checked = true;
  const std::string& name = part.program.placed().name;
  if (!part.program.stopped().empty()) return part.mismatches.push_back(part.program.stopped());
  for (const std::string& line : part.program.program().workload().check()) {
    part.mismatches.push_back(name.empty() ? line : name + ": " + line);
  }
}

/// Appends rows, each preceded by the program's number.
void add_numbered(std::size_t program, const Table& table, Table& all) {
  if (table.columns.empty()) return;
  if (all.columns.empty()) {
    all.columns = table.columns;
    all.columns.insert(all.columns.begin(), "program");
  }
  for (const std::vector<double>& row : table.rows) {
    all.rows.push_back(row);
    all.rows.back().insert(all.rows.back().begin(), static_cast<double>(program));
  }
}

void report(Windows::Part& part) {
  for (const auto& observer : part.observers) observer->report(part.result);
  part.reported = true;
}

}  // namespace

Windows::Windows(assembly::Machine& machine, Observers& whole, std::vector<Part>& parts,
                 PhaseStart* start)
    : machine_(machine), whole_(whole), parts_(parts), start_(start) {
  if (start != nullptr) start->open_by([this] { open_again(); });
  for (Part& part : parts_) {
    part.program.team().on_begin_measurement = [this, &part] { open(part); };
    part.program.team().on_finished = [this, &part] { ended(part); };
  }
}

void Windows::open_again() {
  ++parts_.front().openings;
  open_all();
}

bool Windows::all_ended() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.ended; });
}

void Windows::open(Part& part) {
  if (start_ != nullptr) return start_->program_opens();
  if (part.program.runs() > 1) return;
  ++part.openings;
  if (parts_.size() == 1) return open_all();
  if (part.program.placed().late() || !is_last_opening(part)) return open_one(part);
  if (all_have_opened()) return open_all();
  sc_core::wait(opened_);
}

bool Windows::all_have_opened() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const Part& part) {
    return part.ended || part.program.placed().late() || is_last_opening(part);
  });
}

void Windows::open_all() {
  const auto tell = [&](void (Observer::*call)(Opening)) {
    for (const auto& observer : whole_) ((*observer).*call)(opening_);
    for (Part& part : parts_) {
      if (part.openings == 0) continue;
      for (const auto& observer : part.observers) ((*observer).*call)(opening_of(part));
    }
  };
  tell(&Observer::prepare);
  machine_.reset_statistics();
  tell(&Observer::begin);
  for (Part& part : parts_) {
    if (opening_ == Opening::kFirst && part.program.placed().late()) part.program.begin_late();
  }
  opening_ = Opening::kAgain;
  kernel::notify_now(opened_);
}

void Windows::open_one(Part& part) {
  for (const auto& observer : part.observers) observer->prepare(opening_of(part));
  for (const auto& observer : part.observers) observer->begin(opening_of(part));
}

/// Handles a program's end; the last program is reported at the end of the run.
void Windows::ended(Part& part) {
  part.ended = true;
  if (all_ended()) return sc_core::sc_pause();  // keeps simulated time at the programs' end
  if (!part.reported) report(part);
  check(part);
  if (opening_ == Opening::kFirst && all_have_opened()) open_all();
  const bool stopped = !part.program.stopped().empty();
  if (part.program.placed().rebuild_pages && !stopped) part.program.repeat();
}

void Windows::finish(SimulationResult& result) {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    Part& part = parts_[p];
    if (!part.reported) report(part);
    const std::string& name = part.program.placed().name;
    if (!part.program.stopped().empty()) {
      accounting::StatWriter(part.result.stats, name.empty() ? "run" : "program." + name)
          .write("stopped", 1, "1",
                 "1: stopped for lack of memory or of a response; its statistics end there");
    }
    if (!name.empty()) {
      accounting::StatWriter own(part.result.stats, "program." + name);
      own.write("threads", part.program.threads(), "1", "threads, each on a core of its own");
      own.write("runs", part.program.runs(), "1",
                "runs begun; all figures of the program are of the first");
    }
    result.stats.insert(result.stats.end(), part.result.stats.begin(), part.result.stats.end());
    result.spans.insert(result.spans.end(), part.result.spans.begin(), part.result.spans.end());
    if (name.empty()) {
      result.phases = std::move(part.result.phases);
      result.pages = std::move(part.result.pages);
    } else {
      add_numbered(p, part.result.phases, result.phases);
      add_numbered(p, part.result.pages, result.pages);
    }
  }
}

void Windows::check_results(SimulationResult& result) {
  for (Part& part : parts_) {
    if (!part.checked && part.ended) check(part);
    result.mismatches.insert(result.mismatches.end(), part.mismatches.begin(),
                             part.mismatches.end());
  }
}

}  // namespace starnuma::run
