// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/directed.h"

#include <algorithm>
#include <array>

#include "testbenches/coherence/state_graph.h"

namespace starnuma::coherence_bench {

namespace {

using Small = StateGraph::Small;

DirectedStep step_of(const Small& system, const Choice& choice) {
  if (choice.own) {
    return {DirectedStepKind::kAccess, choice.host, choice.line, choice.event, {}};
  }
  const Flight& flight = system.channels()[choice.flight];
  const bool to_device = flight.to == protocol::kHome;
  return {to_device ? DirectedStepKind::kToDevice : DirectedStepKind::kToHost,
          base::index_of(to_device ? flight.from : flight.to),
          static_cast<int>(flight.message.line.value),
          {},
          flight.message.cxl};
}

/// Explores a system breadth first until each row has a sequence.
class Search {
 public:
  Search(const SystemConfig& config, bool optional, std::vector<DirectedRow>& rows)
      : config_(config), optional_(optional), graph_(config, nullptr, config.hosts), rows_(rows) {}

  void run() {
    for (StateGraph::Number n = 0; n < graph_.size() && missing(); ++n) expand(n);
  }

 private:
  bool missing() const {
    return std::any_of(rows_.begin(), rows_.end(),
                       [](const DirectedRow& row) { return row.steps.empty(); });
  }

  void expand(StateGraph::Number number) {
    Coverage unused;
    const Small system = graph_.system(number, unused);
    each_choice(system, [&](const Choice& choice) {
      using Event = protocol::RequesterEvent;
      const bool optional =
          choice.own && (choice.event == Event::kStoreLine || choice.event == Event::kLoadCurrent);
      if (optional && !optional_) return;
      Coverage taken;
      Small next = graph_.system(number, taken);
      if (take(next, choice) != Step::kDone) return;
      graph_.add(next, number);
      for (DirectedRow& row : rows_) {
        if (row.steps.empty() && taken.of(row.table, row.row.state, row.row.event) != 0) {
          fill(row, number, step_of(system, choice));
        }
      }
    });
  }

  void fill(DirectedRow& row, StateGraph::Number number, const DirectedStep& last) const {
    Coverage unused;
    const std::vector<StateGraph::Number> path = graph_.path_to(number);
    for (std::size_t i = 1; i < path.size(); ++i) {
      row.steps.push_back(
          step_of(graph_.system(path[i - 1], unused), graph_.step_between(path[i - 1], path[i])));
    }
    row.steps.push_back(last);
    row.config = config_;
  }

  SystemConfig config_;
  bool optional_;  ///< Hosts store whole lines and load current data.
  StateGraph graph_;
  std::vector<DirectedRow>& rows_;
};

}  // namespace

std::vector<DirectedRow> directed_rows() {
  std::vector<DirectedRow> rows;
  for (const NamedTable& table : named_tables()) {
    if (!table.cxl) continue;
    for (const NamedRow& row : table.rows) rows.push_back({table.id, row, {}, {}});
  }
  const std::array<SystemConfig, 3> configs{
      {{true, 2, 1, 1}, {true, 3, 1, 1}, {true, 2, 2, 1}}};  // hosts, lines, filter entries
  // Devices without MemInv and SnpCur take all other rows.
  for (const bool optional : {false, true}) {
    for (const SystemConfig& config : configs) Search(config, optional, rows).run();
  }
  return rows;
}

}  // namespace starnuma::coherence_bench
