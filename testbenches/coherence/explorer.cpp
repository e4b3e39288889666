// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/explorer.h"

#include <algorithm>

#include "testbenches/coherence/choice.h"
#include "testbenches/coherence/state_code.h"
#include "testbenches/coherence/state_set.h"

namespace starnuma::coherence_bench {

namespace {

using Small = System<4, 3, 48>;
using Code = StateCode<Small>;

class Explorer {
 public:
  Explorer(const SystemConfig& config, const Mutant* mutant)
      : config_(config), planted_(mutant), code_(config) {}

  Exploration run() {
    const Small start(config_, subject());
    states_.insert(code_.canonical(start));
    parent_.push_back(0);
    idle_.push_back(true);
    std::uint32_t level_end = 1;
    for (std::uint32_t n = 0; n < states_.size() && result_.failure.empty(); ++n) {
      if (n == level_end) {
        ++result_.depth;
        level_end = states_.size();
      }
      expand(n);
    }
    result_.states = states_.size();
    if (result_.failure.empty()) check_all_drain();
    return std::move(result_);
  }

 private:
  Subject subject() { return planted_.subject(result_.coverage); }

  void expand(std::uint32_t number) {
    const Small system = code_.decode(states_.at(number), subject());
    bool delivered = false;
    each_choice(system, [&](const Choice& choice) {
      if (!result_.failure.empty()) return;
      Small next = system;
      const Step step = take(next, choice);
      if (step == Step::kNo) return;
      ++result_.steps;
      if (step == Step::kBroken) return fail(number, next.check_failed(), next.failure());
      delivered |= !choice.own;
      const auto [reached, fresh] = states_.insert(code_.canonical(next));
      if (fresh) {
        parent_.push_back(number);
        idle_.push_back(next.idle());
      }
      if (!choice.own) deliveries_.push_back({reached, number});
    });
    if (!delivered && !idle_[number] && result_.failure.empty()) {
      fail(number, Check::kNoDeadlock, "deadlock: nothing in flight can be taken");
    }
  }

  /// From every state, deliveries alone lead to an idle one.
  void check_all_drain() {
    std::sort(deliveries_.begin(), deliveries_.end());
    std::vector<bool> drains(idle_);
    std::vector<std::uint32_t> work;
    for (std::uint32_t n = 0; n < states_.size(); ++n) {
      if (drains[n]) work.push_back(n);
    }
    while (!work.empty()) {
      const std::uint32_t n = work.back();
      work.pop_back();
      auto edge = std::lower_bound(deliveries_.begin(), deliveries_.end(),
                                   std::pair<std::uint32_t, std::uint32_t>{n, 0});
      for (; edge != deliveries_.end() && edge->first == n; ++edge) {
        if (drains[edge->second]) continue;
        drains[edge->second] = true;
        work.push_back(edge->second);
      }
    }
    const auto stuck = std::find(drains.begin(), drains.end(), false);
    if (stuck != drains.end()) {
      fail(static_cast<std::uint32_t>(stuck - drains.begin()), Check::kDrains,
           "the system cannot become idle");
    }
  }

  void fail(std::uint32_t number, Check check, const std::string& what) {
    result_.check = check;
    result_.failure = what;
    std::vector<std::uint32_t> path;
    for (std::uint32_t n = number; n != 0; n = parent_[n]) path.push_back(n);
    std::reverse(path.begin(), path.end());
    Coverage unused;
    Small system(config_, planted_.subject(unused));
    for (const std::uint32_t n : path) retrace(system, n);
    bool found = false;  // a step that breaks; none if nothing can be taken any more
    each_choice(system, [&](const Choice& choice) {
      Small next = system;
      if (found || take(next, choice) != Step::kBroken || next.failure() != what) return;
      found = true;
      result_.trace.push_back(describe(system, choice));
    });
  }

  /// Takes the step that leads to a state like number `to`.
  void retrace(Small& system, std::uint32_t to) {
    const Code::Bytes wanted = states_.copy(to);
    bool found = false;
    const Small before = system;
    each_choice(before, [&](const Choice& choice) {
      if (found) return;
      Small next = before;
      if (take(next, choice) != Step::kDone || code_.canonical(next) != wanted) return;
      found = true;
      result_.trace.push_back(describe(before, choice));
      system = next;
    });
  }

  SystemConfig config_;
  Exploration result_;
  Planted planted_;
  Code code_;
  StateSet states_;
  std::vector<std::uint32_t> parent_;
  std::vector<bool> idle_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> deliveries_;  ///< (to, from)
};

}  // namespace

Exploration explore(const SystemConfig& config, const Mutant* mutant) {
  return Explorer(config, mutant).run();
}

}  // namespace starnuma::coherence_bench
