// SPDX-License-Identifier: Apache-2.0
// The protocol under test: its rows, possibly edited, and possibly a fault in its functions.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "models/base/check.h"
#include "models/protocol/coherence/home_table.h"
#include "models/protocol/cxl/device_table.h"
#include "models/protocol/requester_table.h"
#include "models/protocol/rows.h"
#include "testbenches/coherence/faults.h"

namespace starnuma::coherence_bench {

/// Coverage of the rows of the protocol tables by a run.
struct Coverage {
  static constexpr std::size_t kMaxStates = 16;
  static constexpr std::size_t kMaxEvents = 16;
  std::array<std::uint64_t, protocol::kTables * kMaxStates * kMaxEvents> hits{};

  static std::size_t index(protocol::TableId table, std::size_t state, std::size_t event) {
    return (static_cast<std::size_t>(table) * kMaxStates + state) * kMaxEvents + event;
  }
  std::uint64_t of(protocol::TableId table, std::size_t state, std::size_t event) const {
    return hits[index(table, state, event)];
  }
  void take(protocol::TableId table, std::size_t state, std::size_t event) {
    ++hits[index(table, state, event)];
  }
  void add(const Coverage& other) {
    for (std::size_t i = 0; i < hits.size(); ++i) hits[i] += other.hits[i];
  }
};

/// Rows of all tables, for editing.
struct RowSet {
  std::vector<protocol::coherence::HomeRow> home{protocol::coherence::kHomeRows.begin(),
                                                 protocol::coherence::kHomeRows.end()};
  std::vector<protocol::cxl::DeviceRow> device{protocol::cxl::kDeviceRows.begin(),
                                               protocol::cxl::kDeviceRows.end()};
  std::vector<protocol::RequesterRow> socket{protocol::kSocketRequesterRows.begin(),
                                             protocol::kSocketRequesterRows.end()};
  std::vector<protocol::RequesterRow> cxl{protocol::kCxlRequesterRows.begin(),
                                          protocol::kCxlRequesterRows.end()};
  std::vector<protocol::ConflictRow> conflict{protocol::kConflictRows.begin(),
                                              protocol::kConflictRows.end()};
};

/// Returns the row of a state and an event, which must exist.
template <class Row, class State, class Event>
Row& row_at(std::vector<Row>& rows, State state, Event event) {
  for (Row& row : rows) {
    if (row.state == state && row.event == event) return row;
  }
  SN_CHECK(false, "coherence bench: no row for state ", static_cast<int>(state), ", event ",
           static_cast<int>(event));
  return rows.front();
}

/// Removes the row of a state and an event.
template <class Row, class State, class Event>
void erase_row(std::vector<Row>& rows, State state, Event event) {
  rows.erase(rows.begin() + (&row_at(rows, state, event) - rows.data()));
}

/// Row look-up, built from a row set.
struct Tables {
  explicit Tables(const RowSet& rows)
      : home(rows.home),
        device(rows.device),
        socket(rows.socket),
        cxl(rows.cxl),
        conflict(rows.conflict) {}

  std::remove_const_t<decltype(protocol::coherence::kHomeTable)> home;
  std::remove_const_t<decltype(protocol::cxl::kDeviceTable)> device;
  protocol::RequesterTable socket;
  protocol::RequesterTable cxl;
  std::remove_const_t<decltype(protocol::kConflictTable)> conflict;
};

/// Context argument of the protocol functions (models/protocol/rows.h).
struct Subject {
  Coverage* coverage = nullptr;
  const Tables* tables = nullptr;
  SystemMutant fault = SystemMutant::kNone;

  template <class State, class Event>
  const auto& at(protocol::TableId, const decltype(Tables::home)&, State s, Event e) const {
    return tables->home.at(s, e);
  }
  template <class State, class Event>
  const auto& at(protocol::TableId, const decltype(Tables::device)&, State s, Event e) const {
    return tables->device.at(s, e);
  }
  template <class State, class Event>
  const auto& at(protocol::TableId, const decltype(Tables::conflict)&, State s, Event e) const {
    return tables->conflict.at(s, e);
  }
  template <class State, class Event>
  const auto& at(protocol::TableId id, const protocol::RequesterTable&, State s, Event e) const {
    return (id == protocol::TableId::kCxlRequester ? tables->cxl : tables->socket).at(s, e);
  }
  template <class State, class Event>
  void taken(protocol::TableId table, State state, Event event) const {
    coverage->take(table, static_cast<std::size_t>(state), static_cast<std::size_t>(event));
  }
  bool broken(SystemMutant f) const { return f == fault; }
};

}  // namespace starnuma::coherence_bench
