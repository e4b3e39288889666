// SPDX-License-Identifier: Apache-2.0
#include "testbenches/coherence/row_report.h"

#include "models/protocol/names.h"

namespace starnuma::coherence_bench {

namespace {

using protocol::TableId;

/// Texts of the actions that apply, joined by "; ".
class ActionList {
 public:
  ActionList& add(bool wanted, std::string_view what) {
    if (!wanted) return *this;
    if (!text_.empty()) text_ += "; ";
    text_ += what;
    return *this;
  }
  std::string text() const { return text_.empty() ? "nothing" : text_; }

 private:
  std::string text_;
};

std::string words(const protocol::coherence::HomeRow& row) {
  using HomeEvent = protocol::coherence::HomeEvent;
  const auto& a = row.actions;
  const bool reads = row.event == HomeEvent::kGetS;
  return ActionList()
      .add(a.write_memory, "write memory")
      .add(a.forward, reads ? "FwdS to the owner" : "FwdX to the owner")
      .add(a.invalidate, "Inv to the other sharers")
      .add(a.grant_shared, "read memory, DataS to the requester")
      .add(a.grant_exclusive && a.invalidate,
           "GrantX to a requester that is a sharer, else read memory, DataE")
      .add(a.grant_exclusive && !a.invalidate, "read memory, DataE to the requester")
      .add(a.add_sharer, "requester is a sharer")
      .add(a.set_owner, "requester is the owner")
      .add(a.forget, "no socket holds the line")
      .add(a.acknowledge_put, "PutAck")
      .add(a.release, "release the line")
      .text();
}

std::string words(const protocol::cxl::DeviceRow& row) {
  using protocol::cxl::DeviceEvent;
  const auto& a = row.actions;
  const bool without_data =
      row.event == DeviceEvent::kMemInv || row.event == DeviceEvent::kMemInvByOwner;
  const bool by_request = row.state == protocol::cxl::DeviceState::kToOwned;
  return ActionList()
      .add(a.write_memory, "write memory")
      .add(a.snoop_data, "BISnpData to the owner")
      .add(a.snoop_invalidate, "BISnpInv to every host recorded but the requester")
      .add(a.snoop_current, "BISnpCur to the owner")
      .add(a.read_memory, "read memory")
      .add(a.complete, "Cmp")
      .add(a.grant_shared, "Cmp-S and MemData to the requester")
      .add(a.grant_owned && !without_data && !by_request, "Cmp-E and MemData to the requester")
      .add(a.grant_owned && (without_data || by_request), "Cmp-E to the requester")
      .add(a.grant_owned && by_request, "MemData unless it sent MemInv")
      .add(a.grant_current, "Cmp and MemData to the requester")
      .add(a.acknowledge, "BI-ConflictAck")
      .add(a.free_entry, "free the filter's entry")
      .text();
}

std::string words(const protocol::RequesterRow& row, bool cxl) {
  using protocol::RequesterEvent;
  const auto& a = row.actions;
  const bool store = row.event == RequesterEvent::kStore;
  const bool line_store = row.event == RequesterEvent::kStoreLine;
  const bool current = row.event == RequesterEvent::kLoadCurrent;
  const bool dirty = row.state == protocol::RequesterState::kModified;
  const bool shared = row.event == RequesterEvent::kFwdS;
  return ActionList()
      .add(a.request && cxl, store        ? "MemRdOwn"
                             : line_store ? "MemInv"
                             : current    ? "MemRdCurrent"
                                          : "MemRdShared")
      .add(a.request && !cxl, store ? "GetX" : "GetS")
      .add(a.complete, cxl ? "access" : "access; Unblock if an owner or sharers were asked")
      .add(a.give_up && cxl, dirty ? "MemWr" : "MemClnEvct")
      .add(a.clean, "MemWrOwn")
      .add(a.give_up && !cxl, dirty ? "PutM" : "PutE")
      .add(a.acknowledge, "InvAck to the requester")
      .add(a.owner_data, shared ? "OwnerDataS to the requester" : "OwnerDataX to the requester")
      .add(a.copy_back,
           row.state == protocol::RequesterState::kExclusive ? "CopyBackClean" : "CopyBack")
      .add(a.no_copy, "NoCopy to the home")
      .add(a.respond_i, "BIRspI")
      .add(a.respond_s, "BIRspS")
      .add(a.respond_e, "BIRspE")
      .text();
}

template <class Rows, class States, class Events, class Text>
std::vector<NamedRow> named_rows(const Rows& rows, const States& states, const Events& events,
                                 Text&& text) {
  std::vector<NamedRow> named;
  for (const auto& row : rows) {
    const auto state = static_cast<std::size_t>(row.state);
    const auto event = static_cast<std::size_t>(row.event);
    named.push_back({state, event, states[state], events[event],
                     states[static_cast<std::size_t>(row.next)], text(row)});
  }
  return named;
}

std::string name_of(const NamedTable& table, const NamedRow& row) {
  return table.title + ": " + std::string(row.state_name) + " x " + std::string(row.event_name);
}

}  // namespace

std::vector<NamedTable> named_tables(const RowSet& rows) {
  namespace p = protocol;
  const auto plain = [](const auto& row) { return words(row); };
  const auto conflict = [](const p::ConflictRow& row) {
    return ActionList()
        .add(row.actions.conflict, "BIConflict")
        .add(row.actions.answer, "answer the snoop by the host's table")
        .text();
  };
  return {
      {TableId::kSocketHome, false, "socket home",
       named_rows(rows.home, p::coherence::kHomeStateNames, p::coherence::kHomeEventNames, plain)},
      {TableId::kDevice, true, "device",
       named_rows(rows.device, p::cxl::kDeviceStateNames, p::cxl::kDeviceEventNames, plain)},
      {TableId::kSocketRequester, false, "requester of a socket home",
       named_rows(rows.socket, p::kRequesterStateNames, p::kRequesterEventNames,
                  [](const p::RequesterRow& row) { return words(row, false); })},
      {TableId::kCxlRequester, true, "host of a device",
       named_rows(rows.cxl, p::kRequesterStateNames, p::kRequesterEventNames,
                  [](const p::RequesterRow& row) { return words(row, true); })},
      {TableId::kConflict, true, "conflict handshake of a host",
       named_rows(rows.conflict, p::kConflictStateNames, p::kConflictEventNames, conflict)}};
}

std::string coverage_text(const Coverage& coverage) {
  std::string text;
  for (const NamedTable& table : named_tables()) {
    std::size_t taken = 0;
    std::string never;
    for (const NamedRow& row : table.rows) {
      if (coverage.of(table.id, row.state, row.event) != 0) {
        ++taken;
      } else {
        never += "    never: " + name_of(table, row) + "\n";
      }
    }
    text += "  " + table.title + ": " + std::to_string(taken) + " of " +
            std::to_string(table.rows.size()) + " rows\n" + never;
  }
  return text;
}

std::vector<std::string> uncovered_rows(const RowSet& rows, bool cxl, const Coverage& coverage) {
  std::vector<std::string> never;
  for (const NamedTable& table : named_tables(rows)) {
    for (const NamedRow& row : table.rows) {
      const bool taken = coverage.of(table.id, row.state, row.event) != 0;
      if (table.cxl == cxl && !taken) never.push_back(name_of(table, row));
    }
  }
  return never;
}

std::vector<std::string> rows_missing(const Coverage& reached, const Coverage& taken) {
  std::vector<std::string> missing;
  for (const NamedTable& table : named_tables()) {
    for (const NamedRow& row : table.rows) {
      const bool wanted = reached.of(table.id, row.state, row.event) != 0;
      if (wanted && taken.of(table.id, row.state, row.event) == 0) {
        missing.push_back(name_of(table, row));
      }
    }
  }
  return missing;
}

}  // namespace starnuma::coherence_bench
