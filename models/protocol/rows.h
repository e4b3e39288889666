// SPDX-License-Identifier: Apache-2.0
// Where the protocol functions find their rows, and whom they tell which row they take.
//
// Contract: functions take a `Rows` argument: at() looks a row up in the table it is given, or in
// another of that type; taken() is called for each row that is carried out. StandardRows, the
// default, compiles to the look-up alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace starnuma::protocol {

enum class TableId : std::uint8_t {
  kSocketHome,
  kDevice,
  kSocketRequester,
  kCxlRequester,
  kConflict
};
inline constexpr std::size_t kTables = 5;

struct StandardRows {
  template <class Table, class State, class Event>
  static constexpr const auto& at(TableId, const Table& table, State state, Event event) {
    return table.at(state, event);
  }
  template <class State, class Event>
  static constexpr void taken(TableId, State, Event) {}
};

}  // namespace starnuma::protocol
