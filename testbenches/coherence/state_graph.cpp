// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/state_graph.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string_view>

namespace starnuma::coherence_bench {

StateGraph::StateGraph(const SystemConfig& config, const Mutant* mutant, int told_apart)
    : config_(config), planted_(mutant), code_(config, told_apart) {
  Coverage unused;
  add(Small(config, planted_.subject(unused)), 0);
}

std::pair<StateGraph::Number, bool> StateGraph::add(const Small& system, Number from) {
  const auto added = states_.insert(code_.canonical(system));
  if (added.second) parent_.push_back(from);
  return added;
}

std::vector<StateGraph::Number> StateGraph::path_to(Number number) const {
  std::vector<Number> path{number};
  while (path.back() != 0) path.push_back(parent_[path.back()]);
  std::reverse(path.begin(), path.end());
  return path;
}

StateGraph::Way StateGraph::way_to(Number number) const {
  const std::vector<Number> path = path_to(number);
  Way way;
  std::iota(way.names.begin(), way.names.end(), std::uint8_t{0});
  for (std::size_t i = 1; i < path.size(); ++i) take_step(way, path[i - 1], path[i]);
  return way;
}

Choice StateGraph::step_between(Number from, Number to) const {
  Coverage unused;
  const Small system = this->system(from, unused);
  const StateSet::Bytes wanted = states_.copy(to);
  std::optional<Choice> found;
  each_choice(system, [&](const Choice& choice) {
    Small next = system;
    if (!found && take(next, choice) == Step::kDone && code_.canonical(next) == wanted) {
      found = choice;
    }
  });
  SN_CHECK(found, "coherence bench: no step leads to a state that was reached by one");
  return *found;
}

void StateGraph::take_step(Way& way, Number from, Number to) const {
  Coverage unused;
  const Small system = this->system(from, unused);
  const Choice choice = step_between(from, to);
  way.steps.push_back(describe(system, choice, [&](int host) { return way.names[host]; }));
  Small next = system;
  take(next, choice);
  code_.canonical(next);  // sets host_at()
  const auto before = way.names;
  for (int n = 0; n < config_.hosts; ++n) way.names[n] = before[code_.host_at()[n]];
}

std::string StateGraph::break_in(Way& way, Number from, const std::string& what) const {
  Coverage unused;
  const Small system = this->system(from, unused);
  bool found = false;
  each_choice(system, [&](const Choice& choice) {
    Small next = system;
    if (found || take(next, choice) != Step::kBroken || next.failure() != what) return;
    found = true;
    way.steps.push_back(describe(system, choice, [&](int host) { return way.names[host]; }));
  });
  constexpr std::string_view kHost = "host ";
  std::string named = what;
  for (std::size_t at = named.find(kHost); at != std::string::npos; at = named.find(kHost, at)) {
    at += kHost.size();
    const auto host = static_cast<std::size_t>(named[at] - '0');  // host numbers have one digit
    if (host < way.names.size()) named[at] = static_cast<char>('0' + way.names[host]);
  }
  return named;
}

}  // namespace starnuma::coherence_bench
