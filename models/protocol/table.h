// SPDX-License-Identifier: Apache-2.0
// Protocol transitions as data: (state, event) -> (next state, actions), indexed in an array.
//
// Contract: a table lists each legal pair once, which is checked at compile time. A pair without a
// row is a fatal error of the agent that encounters it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace starnuma::protocol {

template <class State, class Event, class Actions>
struct Row {
  State state;
  Event event;
  State next;
  Actions actions;
};

/// Returns the concatenation of two lists of rows.
template <class Row, std::size_t left, std::size_t right>
constexpr std::array<Row, left + right> joined(const std::array<Row, left>& a,
                                               const std::array<Row, right>& b) {
  std::array<Row, left + right> all{};
  for (std::size_t i = 0; i < left; ++i) all[i] = a[i];
  for (std::size_t i = 0; i < right; ++i) all[left + i] = b[i];
  return all;
}

/// Dense lookup table of the rows; `states` and `events` are the numbers of enumerators.
template <class State, class Event, class Actions, std::size_t states, std::size_t events>
class Table {
 public:
  template <class Rows>
  constexpr explicit Table(const Rows& list) {
    for (const auto& row : list) {
      Cell& cell = cells_[static_cast<std::size_t>(row.state)][static_cast<std::size_t>(row.event)];
      if (cell.present) throw "a (state, event) pair is listed twice";
      cell = {true, row.next, row.actions};
    }
  }

  struct Cell {
    bool present = false;
    State next{};
    Actions actions{};
  };

  constexpr const Cell& at(State state, Event event) const {
    return cells_[static_cast<std::size_t>(state)][static_cast<std::size_t>(event)];
  }

 private:
  std::array<std::array<Cell, events>, states> cells_{};
};

}  // namespace starnuma::protocol
