// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/explorer.h"

#include <algorithm>

#include "testbenches/coherence/choice.h"
#include "testbenches/coherence/state_graph.h"

namespace starnuma::coherence_bench {

namespace {

using Small = StateGraph::Small;
using Number = StateGraph::Number;

class Explorer {
 public:
  Explorer(const SystemConfig& config, const Mutant* mutant) : graph_(config, mutant, 0) {}

  Exploration run() {
    idle_.push_back(true);
    Number level_end = 1;
    for (Number n = 0; n < graph_.size() && result_.failure.empty(); ++n) {
      if (n == level_end) {
        ++result_.depth;
        level_end = graph_.size();
      }
      expand(n);
    }
    result_.states = graph_.size();
    if (result_.failure.empty()) check_all_drain();
    return std::move(result_);
  }

 private:
  void expand(Number number) {
    const Small system = graph_.system(number, result_.coverage);
    bool delivered = false;
    each_choice(system, [&](const Choice& choice) {
      if (!result_.failure.empty()) return;
      Small next = system;
      const Step step = take(next, choice);
      if (step == Step::kNo) return;
      ++result_.steps;
      if (step == Step::kBroken) {
        return fail(number, next.check_failed(), next.failure(), true);
      }
      delivered |= !choice.own;
      const auto [reached, fresh] = graph_.add(next, number);
      if (fresh) idle_.push_back(next.idle());
      if (!choice.own) deliveries_.push_back({reached, number});
    });
    if (!delivered && !idle_[number] && result_.failure.empty()) {
      fail(number, Check::kNoDeadlock, "deadlock: nothing in flight can be taken");
    }
  }

  /// Checks that deliveries alone lead from every state to an idle one.
  void check_all_drain() {
    std::sort(deliveries_.begin(), deliveries_.end());
    std::vector<bool> drains(idle_);
    std::vector<Number> work;
    for (Number n = 0; n < graph_.size(); ++n) {
      if (drains[n]) work.push_back(n);
    }
    while (!work.empty()) {
      const Number n = work.back();
      work.pop_back();
      auto edge =
          std::lower_bound(deliveries_.begin(), deliveries_.end(), std::pair<Number, Number>{n, 0});
      for (; edge != deliveries_.end() && edge->first == n; ++edge) {
        if (drains[edge->second]) continue;
        drains[edge->second] = true;
        work.push_back(edge->second);
      }
    }
    const auto stuck = std::find(drains.begin(), drains.end(), false);
    if (stuck != drains.end()) {
      fail(static_cast<Number>(stuck - drains.begin()), Check::kDrains,
           "the system cannot become idle");
    }
  }

  void fail(Number number, Check check, const std::string& what, bool breaks = false) {
    StateGraph::Way way = graph_.way_to(number);
    result_.check = check;
    result_.failure = breaks ? graph_.break_in(way, number, what) : what;
    result_.trace = std::move(way.steps);
  }

  StateGraph graph_;
  Exploration result_;
  std::vector<bool> idle_;
  std::vector<std::pair<Number, Number>> deliveries_;  ///< (to, from)
};

}  // namespace

Exploration explore(const SystemConfig& config, const Mutant* mutant) {
  return Explorer(config, mutant).run();
}

}  // namespace starnuma::coherence_bench
