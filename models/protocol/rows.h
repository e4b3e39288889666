// SPDX-License-Identifier: Apache-2.0
// Row lookup and row observer of the protocol functions.
//
// Contract: functions take a `Rows` argument. Its at() looks a row up in the given table or in
// another table of the same type. Its taken() is called for each row that is executed.
// StandardRows, the default, compiles to the lookup alone.
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
