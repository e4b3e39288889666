// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/state_graph.h"

#include <numeric>
#include <string_view>

#include "testbenches/coherence/choice.h"

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

StateGraph::Way StateGraph::way_to(Number number) const {
  std::vector<Number> path{number};
  while (path.back() != 0) path.push_back(parent_[path.back()]);
  Way way;
  std::iota(way.names.begin(), way.names.end(), std::uint8_t{0});
  for (std::size_t i = path.size() - 1; i > 0; --i) take_step(way, path[i], path[i - 1]);
  return way;
}

void StateGraph::take_step(Way& way, Number from, Number to) const {
  Coverage unused;
  const Small system = this->system(from, unused);
  const StateSet::Bytes wanted = states_.copy(to);
  bool found = false;
  each_choice(system, [&](const Choice& choice) {
    if (found) return;
    Small next = system;
    if (take(next, choice) != Step::kDone || code_.canonical(next) != wanted) return;
    found = true;
    way.steps.push_back(describe(system, choice, [&](int host) { return way.names[host]; }));
    const auto before = way.names;
    for (int n = 0; n < config_.hosts; ++n) way.names[n] = before[code_.host_at()[n]];
  });
  SN_CHECK(found, "coherence bench: no step leads to a state that was reached by one");
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
