// SPDX-License-Identifier: Apache-2.0
// Mutants of the protocol between caching agents and socket homes.
#include "testbenches/coherence/mutants.h"

namespace starnuma::coherence_bench {

namespace {

namespace own = protocol::requester;
using Home = protocol::coherence::HomeState;
using AtHome = protocol::coherence::HomeEvent;
using Line = protocol::RequesterState;
using Event = protocol::RequesterEvent;

}  // namespace

std::vector<Mutant> socket_mutants() {
  namespace actions = protocol::coherence::detail;
  std::vector<Mutant> list;
  const auto fault = [&](const char* name, SystemMutant planted, const char* sentence) {
    list.push_back({name, false, sentence, planted});
  };
  const auto at_home = [&](const char* name, Home state, AtHome event, Home next,
                           protocol::coherence::HomeActions done, const char* sentence) {
    list.push_back({name, false, sentence, SystemMutant::kNone, [=](RowSet& rows) {
                      auto& row = row_at(rows.home, state, event);
                      row.next = next;
                      row.actions = done;
                    }});
  };
  const auto at_host = [&](const char* name, std::vector<Line> states, Event event, Line next,
                           protocol::RequesterActions done, const char* sentence) {
    list.push_back({name, false, sentence, SystemMutant::kNone, [=](RowSet& rows) {
                      for (const Line state : states) {
                        auto& row = row_at(rows.socket, state, event);
                        row.next = next;
                        row.actions = done;
                      }
                    }});
  };
  // Channels and queues.
  fault("snoop_passes_grant", SystemMutant::kSnoopPassesGrant,
        "channel: a forward or invalidation overtakes the grant before it");
  fault("get_passes_put", SystemMutant::kGetPassesPut,
        "channel: a request overtakes the same socket's put of the line");
  fault("unblock_goes_round", SystemMutant::kAnswerGoesRound,
        "channel: an Unblock stays in flight and never arrives");
  fault("home_serves_newest_first", SystemMutant::kNewestFirst,
        "queue: the last request that waits for a line is served first");
  fault("home_serves_writers_first", SystemMutant::kWritersFirst,
        "queue: writes that wait for a line are served before reads");
  fault("home_refuses_while_busy", SystemMutant::kRefusedWhileBusy,
        "queue: a request that meets a busy line has to be sent again");
  fault("home_mixes_lines", SystemMutant::kLinesMixed,
        "an Unblock is taken for another line that awaits one");
  // The home.
  fault("drop_invalidation", SystemMutant::kAskOneFewer,
        "the home does not invalidate one of the sharers");
  fault("home_forgets_sharers", SystemMutant::kForgetOtherSharers,
        "a new reader takes the place of the sharers before it");
  fault("grant_without_data", SystemMutant::kGrantCopyless,
        "an upgrade that has lost its copy is granted without data");
  fault("home_grants_unread", SystemMutant::kReadSkipped,
        "the home grants data that it has not read");
  fault("home_reads_for_nothing", SystemMutant::kReadForNothing,
        "the home reads memory where no data are sent");
  fault("home_never_releases", SystemMutant::kNeverReleased, "the home never releases a line");
  fault("home_releases_early", SystemMutant::kReleasedAtOnce,
        "the home releases a line with the copy-back, before the Unblock");
  at_home("unblock_before_copy_back", Home::kToShared, AtHome::kUnblock, Home::kShared,
          actions::release, "the home frees a line before the owner's copy-back");
  at_home("stale_put_taken", Home::kExclusive, AtHome::kStalePutM, Home::kUncached,
          actions::take_dirty, "the home takes a PutM of a socket that no longer owns the line");
  at_home("stale_clean_put_taken", Home::kExclusive, AtHome::kStalePutE, Home::kUncached,
          actions::take_clean, "the home takes a PutE of a socket that no longer owns the line");
  at_home("put_not_written", Home::kExclusive, AtHome::kPutM, Home::kUncached,
          {false, false, false, false, false, false, false, true, true},
          "the home does not write the data of a PutM");
  at_home("copy_back_not_written", Home::kToShared, AtHome::kCopyBack, Home::kToSharedUnblock,
          actions::nothing, "the home does not write the data of a CopyBack");
  at_home("put_not_acknowledged", Home::kUncached, AtHome::kStalePutM, Home::kUncached,
          actions::nothing, "the home does not acknowledge a stale PutM");
  at_home("reader_not_recorded", Home::kExclusive, AtHome::kGetS, Home::kToShared, {false, true},
          "the home does not record the reader that it forwards for");
  at_home("shared_read_invalidates", Home::kShared, AtHome::kGetS, Home::kToExclusive,
          actions::invalidate, "the home invalidates the sharers for a read");
  at_home("owner_left_recorded", Home::kToExclusive, AtHome::kUnblock, Home::kShared,
          actions::release, "a line that was given to a writer is taken for shared");
  list.push_back({"unreachable_home_row", false, "a row of the home that nothing can reach",
                  SystemMutant::kNone, [](RowSet& rows) {
                    rows.home.push_back(
                        {Home::kShared, AtHome::kCopyBack, Home::kShared, actions::write_memory});
                  }});
  list.push_back(
      {"host_row_too_many", false, "a row of the requester that nothing can reach",
       SystemMutant::kNone, [](RowSet& rows) {
         rows.socket.push_back({Line::kUpgrading, Event::kFwdS, Line::kOwning, own::no_copy});
       }});
  list.push_back({"home_row_missing", false, "the home has no row for a NoCopy of a writer",
                  SystemMutant::kNone,
                  [](RowSet& rows) { erase_row(rows.home, Home::kToExclusive, AtHome::kNoCopy); }});
  // The requester.
  fault("grant_before_acks", SystemMutant::kGrantBeforeAcks,
        "a writer does not wait for the sharers' acknowledgements");
  fault("no_unblock", SystemMutant::kNoUnblock, "a requester never sends its Unblock");
  fault("dirty_taken_for_clean", SystemMutant::kDirtyTakenForClean,
        "an owner sends CopyBackClean for a dirty line");
  list.push_back({"forget_pending_put", false,
                  "an evicting owner forgets the data of its pending put", SystemMutant::kNone,
                  [](RowSet& rows) {
                    for (const Event event : {Event::kFwdS, Event::kFwdX}) {
                      auto& row = row_at(rows.socket, Line::kWriteBack, event);
                      row.next = Line::kWriteBack;
                      row.actions = own::no_copy;
                    }
                  }});
  at_host("upgrade_keeps_copy", {Line::kUpgrading}, Event::kInv, Line::kUpgrading, own::acknowledge,
          "an invalidation does not take the copy of a waiting upgrade");
  at_host("inv_keeps_copy", {Line::kShared}, Event::kInv, Line::kShared, own::acknowledge,
          "an invalidated sharer keeps its copy");
  at_host("forward_keeps_line", {Line::kExclusive, Line::kModified}, Event::kFwdX, Line::kShared,
          own::owner_data, "an owner that gives the line up keeps a copy");
  at_host("forward_drops_line", {Line::kExclusive, Line::kModified}, Event::kFwdS, Line::kInvalid,
          own::copy_back, "an owner that is asked for a copy gives the line up");
  at_host("no_copy_back", {Line::kModified}, Event::kFwdS, Line::kShared, own::owner_data,
          "a dirty owner that is asked for a copy sends no CopyBack");
  at_host("put_done_at_forward", {Line::kWriteBack}, Event::kFwdX, Line::kInvalid, own::owner_data,
          "a forward ends a pending put");
  return list;
}

}  // namespace starnuma::coherence_bench
