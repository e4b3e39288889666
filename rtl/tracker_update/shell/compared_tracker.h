// SPDX-License-Identifier: Apache-2.0
// Runs TrackerUpdate and its golden function in parallel, call by call: `tracking.impl: both`.
//
// Contract: the results of the RTL are used. At the first difference, the run ends with an
// InvariantError that contains object, time, and hand-over or metadata entry and line.
#pragma once

#include <sstream>

#include "models/tracking/tracker_update_function.h"
#include "rtl/tracker_update/shell/tracker_update.h"

namespace starnuma::rtl {

class ComparedTracker : public TrackerUpdate {
 public:
  using Function = tracking::TrackerUpdateFunction;

  ComparedTracker(const sc_core::sc_module_name& name, Latencies latencies,
                  std::unique_ptr<TrackerEngine> engine, const Function::Config& config)
      : TrackerUpdate(name, latencies, std::move(engine)), function_(config) {}

 protected:
  bool accept(const protocol::HandOver& hand_over) override {
    const bool rtl = TrackerUpdate::accept(hand_over);
    const bool expected = function_.accept(hand_over).outcome != Function::Outcome::kFull;
    if (rtl != expected) fail(moment_.taken, hand_over, rtl, expected);
    return rtl;
  }
  bool pending() const override {
    const bool rtl = TrackerUpdate::pending();
    if (rtl != function_.pending()) fail(moment_.taken, "busy", rtl, function_.pending());
    return rtl;
  }
  std::uint64_t address() const override {
    const std::uint64_t rtl = TrackerUpdate::address();
    if (rtl != function_.address()) fail(moment_.taken, "address", rtl, function_.address());
    return rtl;
  }
  Update update(std::uint64_t old_word) override {
    const std::uint64_t entry = function_.address();
    const Update rtl = TrackerUpdate::update(old_word);
    const Function::Update expected = function_.update(old_word);
    if (rtl.write != expected.write) fail_at(entry, "write", rtl.write, expected.write);
    if (rtl.write && rtl.word != expected.word) fail_at(entry, "word", rtl.word, expected.word);
    return rtl;
  }
  std::uint64_t add() override {
    const std::uint64_t entry = function_.address();
    const std::uint64_t rtl = TrackerUpdate::add();
    const std::uint64_t expected = function_.add();
    if (rtl != expected) fail_at(entry, "addition", rtl, expected);
    return rtl;
  }

 private:
  [[noreturn, gnu::cold, gnu::noinline]] void fail(base::Time time, const std::string& what,
                                                   std::uint64_t rtl,
                                                   std::uint64_t expected) const {
    std::ostringstream values;
    values << std::hex << "0x" << rtl << ", the function's 0x" << expected;
    base::fail_invariant(name(), " at ", base::to_string(time), ": the RTL's ", what, " is ",
                         values.str());
  }
  [[noreturn, gnu::cold, gnu::noinline]] void fail(base::Time time,
                                                   const protocol::HandOver& hand_over, bool rtl,
                                                   bool expected) const {
    std::ostringstream what;
    what << "ready for page " << hand_over.page << ", count " << hand_over.count;
    fail(time, what.str(), rtl, expected);
  }
  [[noreturn, gnu::cold, gnu::noinline]] void fail_at(std::uint64_t entry, const char* word,
                                                      std::uint64_t rtl,
                                                      std::uint64_t expected) const {
    std::ostringstream what;
    what << word << " for the entry at 0x" << std::hex << entry << " of metadata (line " << std::dec
         << entry / base::kLineBytes << ")";
    fail(moment_.left, what.str(), rtl, expected);
  }

  Function function_;
};

}  // namespace starnuma::rtl
