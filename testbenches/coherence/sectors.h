// SPDX-License-Identifier: Apache-2.0
// Entries of the device's snoop filter. An entry covers the lines of a sector; `lines` are
// HomeLines.
#pragma once

#include "testbenches/coherence/line_memory.h"

namespace starnuma::coherence_bench {

/// Calls `visit(line)` for each line of the sector of `line` whose home is the device.
template <class Visit>
void each_of_sector(const SystemConfig& config, int line, Visit&& visit) {
  const int first = line - line % config.sector;
  for (int l = first; l < first + config.sector && l < config.lines; ++l) {
    if (config.on_device(l)) visit(l);
  }
}

/// Returns true if `holds(line)` is true for a line of the sector.
template <class Lines, class Holds>
bool any_of_sector(const SystemConfig& config, const Lines& lines, int line, Holds&& holds) {
  bool any = false;
  each_of_sector(config, line,
                 [&](int l) { any = any || holds(lines[static_cast<std::size_t>(l)]); });
  return any;
}

template <class Line>
bool is_being_evicted(const Line& line) {
  return line.present && line.device.state == protocol::cxl::DeviceState::kEvicting;
}

/// Returns true if a victim is being back-invalidated for a request of this line.
template <class Lines>
bool waits_for_capacity(const SystemConfig& config, const Lines& lines, int line) {
  for (int l = 0; l < config.lines; ++l) {
    const auto& other = lines[static_cast<std::size_t>(l)];
    const bool waits = static_cast<int>(other.pending.request.line.value) == line;
    if (waits && is_being_evicted(other)) return true;
  }
  return false;
}

/// Returns true if a read of the line has to wait: its sector is being evicted, or a victim is
/// being back-invalidated for its sector.
template <class Lines>
bool waits_for_sector(const SystemConfig& config, const Lines& lines, int line) {
  const auto& mine = lines[static_cast<std::size_t>(line)];
  const auto evicted = [](const auto& other) { return is_being_evicted(other); };
  if (mine.present) {
    return !is_transient(mine.device.state) && any_of_sector(config, lines, line, evicted);
  }
  bool promised = false;
  each_of_sector(config, line,
                 [&](int l) { promised = promised || waits_for_capacity(config, lines, l); });
  return promised;
}

/// Number of entries in use.
template <class Lines>
int entries_in_use(const SystemConfig& config, const Lines& lines) {
  int entries = 0;
  for (int l = 0; l < config.lines; l += config.sector) {
    entries += any_of_sector(config, lines, l, [](const auto& line) { return line.present; });
  }
  return entries;
}

template <class Lines>
void allocate_sector(const SystemConfig& config, Lines& lines, int line) {
  each_of_sector(config, line, [&](int l) {
    lines[static_cast<std::size_t>(l)].device = {};
    lines[static_cast<std::size_t>(l)].present = true;
  });
}

/// Deallocates the sector of a line that no host holds, unless a host holds another line of it.
template <class Lines>
void free_entry(const SystemConfig& config, Lines& lines, int line) {
  lines[static_cast<std::size_t>(line)].present = false;
  const bool held = any_of_sector(config, lines, line, [](const auto& other) {
    return other.present && other.device.state != protocol::cxl::DeviceState::kInvalid;
  });
  each_of_sector(config, line, [&](int l) { lines[static_cast<std::size_t>(l)].present = held; });
}

/// Returns true if the sector has an entry that can be evicted.
template <class Lines>
bool is_replaceable(const SystemConfig& config, const Lines& lines, int line) {
  const auto present = [](const auto& other) { return other.present; };
  const auto moves = [](const auto& other) { return is_transient(other.device.state); };
  return any_of_sector(config, lines, line, present) && !any_of_sector(config, lines, line, moves);
}

}  // namespace starnuma::coherence_bench
