// SPDX-License-Identifier: Apache-2.0
#include "models/os/port.h"

#include <string>

#include "models/kernel/hierarchy_scope.h"

namespace starnuma::os {

using protocol::Access;
using protocol::AccessKind;

Port::Port(const placement::PlacementConfig& config, const kernel::Execution& execution)
    : copy_free_(config.costs.copy == placement::Cost::kFree),
      page_table_free_(config.costs.page_table == placement::Cost::kFree),
      lines_in_flight_(static_cast<std::uint64_t>(config.lines_in_flight)),
      execution_(execution) {}

Port::Side& Port::add_socket_side(sc_core::sc_module& parent, int socket) {
  const kernel::HierarchyScope scope(parent);
  const std::string side = "socket" + std::to_string(socket) + "_side";
  auto& made = socket_sides_[socket];
  made = std::make_unique<Side>(side.c_str(), static_cast<cache::PrivateSnoop&>(*this));
  return *made;
}

kernel::Initiator<protocol::UncachedRequest>& Port::add_uncached_side(sc_core::sc_module& parent) {
  const kernel::HierarchyScope scope(parent);
  uncached_side_ = std::make_unique<kernel::Initiator<protocol::UncachedRequest>>("uncached_side");
  return *uncached_side_;
}

/// Sends one access, then evicts the line from the socket.
base::Time Port::access(base::LineAddress line, AccessKind kind, base::Time start, int socket) {
  const auto other = socket_sides_.find(socket);
  auto& side = other != socket_sides_.end() ? *other->second : mem_side;
  execution_.wait_until(start);
  Access access;
  access.line = line;
  access.issued = access.time = start;
  access.kind = kind;
  side.send(access);
  if (protocol::is_uncached(kind)) return access.time;
  Access give_up = access;
  give_up.kind = AccessKind::kWriteback;
  side.send(give_up);
  return access.time;
}

base::Time Port::reset(base::LineAddress line, base::Time start) {
  if (uncached_side_ == nullptr) return access(line, AccessKind::kMoveWrite, start);
  execution_.wait_until(start);
  protocol::UncachedRequest request;
  request.line = line;
  request.purpose = protocol::Message::Purpose::kMigration;
  request.time = start;
  for (const auto op : {protocol::uncached::Op::kRead, protocol::uncached::Op::kWrite}) {
    request.op = op;
    uncached_side_->send(request);
  }
  return request.time;
}

base::Time Port::write_entry(const paging::PageMap& map, std::uint64_t page, base::Time start,
                             int socket) {
  if (page_table_free_) return start;
  const auto tables = static_cast<std::uint64_t>(map.tables());
  return execution_.side_by_side(tables, tables, start, [&](std::uint64_t table, base::Time time) {
    const base::LineAddress line = map.entry_line(page, 0, static_cast<int>(table));
    return access(line, AccessKind::kMoveWrite, time, socket);
  });
}

base::Time Port::each_line(const paging::PageMap& map, base::Frame frame, AccessKind kind,
                           base::Time start, int socket) {
  return in_flight(base::kLinesPerPage, start, [&](std::uint64_t line, base::Time time) {
    return access(map.line_at(frame, line * base::kLineBytes), kind, time, socket);
  });
}

base::Time Port::zero(const paging::PageMap& map, base::Frame frame, int socket, base::Time start) {
  counts_[map.space()].zeroed_lines += base::kLinesPerPage;
  return each_line(map, frame, AccessKind::kMoveWrite, start, socket);
}

base::Time Port::copy(const paging::PageMap& map, base::Frame from, base::Frame to,
                      base::Time start, int socket) {
  if (copy_free_) return start;
  counts_[map.space()].lines += base::kLinesPerPage;
  return in_flight(base::kLinesPerPage, start, [&](std::uint64_t line, base::Time time) {
    const std::uint64_t offset = line * base::kLineBytes;
    time = access(map.line_at(from, offset), AccessKind::kMoveRead, time, socket);
    return access(map.line_at(to, offset), AccessKind::kMoveWrite, time, socket);
  });
}

base::Time Port::in_flight(std::uint64_t count, base::Time start,
                           const kernel::Execution::Work& work) const {
  return execution_.side_by_side(count, lines_in_flight_, start, work);
}

}  // namespace starnuma::os
