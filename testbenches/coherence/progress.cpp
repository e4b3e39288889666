// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/progress.h"

#include <algorithm>
#include <map>

#include "models/base/check.h"
#include "models/base/wide.h"
#include "testbenches/coherence/choice.h"
#include "testbenches/coherence/components.h"
#include "testbenches/coherence/state_graph.h"

namespace starnuma::coherence_bench {

namespace {

using Small = StateGraph::Small;
using Number = StateGraph::Number;
using Kinds = base::Wide;  ///< One bit per kind of message.

constexpr base::SocketId kWatched{};

/// Returns true if a transaction that host 0 started on line 0 is incomplete.
bool waits(const Small& system) {
  if (!system.hosts().copy(0, 0).line.idle()) return true;
  return std::any_of(system.channels().begin(), system.channels().end(), [](const Flight& flight) {
    return flight.from == kWatched && is_request(flight.message) && line_of(flight.message) == 0;
  });
}

class Progress {
 public:
  Progress(const SystemConfig& config, const Mutant* mutant)
      : config_(config), graph_(config, mutant, 1) {}

  Exploration run() {
    for (Number n = 0; n < graph_.size(); ++n) expand(n);
    first_edge_.push_back(edges_.size());
    result_.states = graph_.size();
    std::vector<Number> waiting;
    for (Number n = 0; n < graph_.size(); ++n) {
      if (waits_[n]) waiting.push_back(n);
    }
    region_.assign(graph_.size(), 0);
    work_.push_back(std::move(waiting));
    while (!work_.empty() && result_.failure.empty()) {
      const std::vector<Number> part = std::move(work_.back());
      work_.pop_back();
      look_into(part);
    }
    return std::move(result_);
  }

 private:
  struct Edge {
    Number to;
    Kinds taken;  ///< Kind of the delivered message; none for a host event.
  };

  Kinds kind_of(const Flight& flight) {
    const auto end = [](base::SocketId who) {
      return who == protocol::kHome ? 0U : who == kWatched ? 1U : 2U;
    };
    const protocol::Message& m = flight.message;
    const auto op = config_.cxl ? static_cast<unsigned>(m.cxl) : static_cast<unsigned>(m.coherence);
    const unsigned key =
        op << 8 | static_cast<unsigned>(m.line.value) << 4 | end(flight.from) << 2 | end(flight.to);
    const auto number = kind_number_.try_emplace(key, kind_number_.size()).first->second;
    SN_CHECK(number < 128, "coherence bench: more kinds of messages than bits");
    const Kinds kind = Kinds{1} << number;
    if (is_request(flight.message) && !config_.in_order) requests_ |= kind;
    return kind;
  }

  void expand(Number number) {
    const Small system = graph_.system(number, result_.coverage);
    waits_.push_back(waits(system));
    first_edge_.push_back(edges_.size());
    Kinds enabled = 0;
    each_choice(system, [&](const Choice& choice) {
      Small next = system;
      if (take(next, choice) != Step::kDone) return;
      ++result_.steps;
      const Kinds kind = choice.own ? 0 : kind_of(system.channels()[choice.flight]);
      enabled |= kind;
      const Number reached = graph_.add(next, number).first;
      if (waits_[number]) edges_.push_back({reached, kind});
    });
    enabled_.push_back(enabled);
  }

  /// Searches for a fair run that stays in these states, all of region_[part[0]].
  void look_into(const std::vector<Number>& part) {
    if (part.empty()) return;
    const std::uint32_t region = region_[part.front()];
    const auto next = [&](Number node, std::size_t index) {
      const std::uint64_t edge = first_edge_[node] + index;
      return edge < first_edge_[node + 1] ? static_cast<std::int64_t>(edges_[edge].to) : -1;
    };
    const auto inside = [&](Number node) { return waits_[node] && region_[node] == region; };
    std::vector<std::vector<Number>> components;
    each_component(part, graph_.size(), next, inside,
                   [&](const std::vector<Number>& component) { components.push_back(component); });
    for (const std::vector<Number>& component : components) judge(component);
  }

  /// Judges a component; a run that stays in it may visit all its states and take all its steps.
  void judge(const std::vector<Number>& component) {
    if (!result_.failure.empty()) return;
    ++regions_;
    for (const Number n : component) region_[n] = regions_;
    Kinds always = ~Kinds{0};
    Kinds sometimes = 0;
    Kinds taken = 0;
    bool loops = false;
    for (const Number n : component) {
      always &= enabled_[n];
      sometimes |= enabled_[n];
      each_edge(n, [&](const Edge& edge) {
        loops = true;
        taken |= edge.taken;
      });
    }
    if (!loops || (always & ~taken) != 0) return;
    const Kinds starved = sometimes & requests_ & ~taken;
    if (starved == 0) return fail(component, sometimes);
    // It is fair only if it avoids the states in which the starved message could be delivered.
    std::vector<Number> rest;
    ++regions_;
    for (const Number n : component) {
      if ((enabled_[n] & starved) != 0) continue;
      region_[n] = regions_;
      rest.push_back(n);
    }
    work_.push_back(std::move(rest));
  }

  /// Visits the steps between states of one component.
  template <class Visit>
  void each_edge(Number from, Visit&& visit) const {
    for (std::uint64_t e = first_edge_[from]; e < first_edge_[from + 1]; ++e) {
      const Number to = edges_[e].to;
      if (waits_[to] && region_[to] == region_[from]) visit(edges_[e]);
    }
  }

  void fail(const std::vector<Number>& component, Kinds kinds) {
    result_.check = Check::kProgress;
    result_.failure = "host 0 waits indefinitely in a fair run";
    const Number entry = *std::min_element(component.begin(), component.end());
    StateGraph::Way way = graph_.way_to(entry);
    result_.trace = std::move(way.steps);
    std::vector<Number> loop{entry};
    for (Kinds left = kinds; left != 0; left &= left - 1) extend(loop, left & (~left + 1));
    close(loop);
    way.steps.clear();
    for (std::size_t i = 1; i < loop.size(); ++i) graph_.take_step(way, loop[i - 1], loop[i]);
    result_.loop = std::move(way.steps);
  }

  /// Extends the loop until a message of the kind is delivered or cannot be.
  void extend(std::vector<Number>& loop, Kinds kind) const {
    const bool satisfied =
        std::any_of(loop.begin(), loop.end(), [&](Number n) { return (enabled_[n] & kind) == 0; });
    if (satisfied) return;
    search(loop, [&](const Edge& edge) {
      return (edge.taken & kind) != 0 || (enabled_[edge.to] & kind) == 0;
    });
  }
  void close(std::vector<Number>& loop) const {
    const Number entry = loop.front();
    if (loop.size() > 1 && loop.back() == entry) return;
    search(loop, [&](const Edge& edge) { return edge.to == entry; });
  }

  /// Appends the shortest path that ends with a wanted edge.
  template <class Wanted>
  void search(std::vector<Number>& loop, Wanted&& wanted) const {
    const Number begin = loop.back();
    std::map<Number, Number> parent{{begin, begin}};
    std::vector<Number> queue{begin};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Number from = queue[i];
      bool found = false;
      Number last = 0;
      each_edge(from, [&](const Edge& edge) {
        if (!found && wanted(edge)) {
          found = true;
          last = edge.to;
        }
        if (parent.try_emplace(edge.to, from).second) queue.push_back(edge.to);
      });
      if (!found) continue;
      std::vector<Number> back{last};
      for (Number n = from; n != begin; n = parent[n]) back.push_back(n);
      loop.insert(loop.end(), back.rbegin(), back.rend());
      return;
    }
  }

  SystemConfig config_;
  StateGraph graph_;
  Exploration result_;
  std::map<unsigned, std::size_t> kind_number_;
  Kinds requests_ = 0;  ///< Kinds that need not remain deliverable.
  std::vector<bool> waits_;
  std::vector<Kinds> enabled_;
  std::vector<std::uint64_t> first_edge_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> region_;
  std::uint32_t regions_ = 0;
  std::vector<std::vector<Number>> work_;
};

}  // namespace

Exploration check_progress(const SystemConfig& config, const Mutant* mutant) {
  return Progress(config, mutant).run();
}

}  // namespace starnuma::coherence_bench
