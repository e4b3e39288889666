// SPDX-License-Identifier: Apache-2.0
// Mutants of CXL.mem between hosts and a multi-headed device.
#include "testbenches/coherence/mutants.h"

namespace starnuma::coherence_bench {

namespace {

namespace own = protocol::requester;
using Device = protocol::cxl::DeviceState;
using AtDevice = protocol::cxl::DeviceEvent;
using Line = protocol::RequesterState;
using Event = protocol::RequesterEvent;
using Shake = protocol::ConflictState;
using Meeting = protocol::ConflictEvent;

constexpr protocol::RequesterActions write_and_respond{false, true,  false, false,
                                                       false, false, false, true};
constexpr protocol::RequesterActions clean_and_respond{false, false, false, false, false, false,
                                                       false, false, false, true,  true};

}  // namespace

std::vector<Mutant> device_mutants() {
  namespace actions = protocol::cxl::detail;
  std::vector<Mutant> list;
  const auto fault = [&](const char* name, SystemMutant planted, const char* sentence) {
    list.push_back({name, true, sentence, planted});
  };
  const auto at_device = [&](const char* name, std::vector<Device> states, AtDevice event,
                             Device next, protocol::cxl::DeviceActions done, const char* sentence) {
    list.push_back({name, true, sentence, SystemMutant::kNone, [=](RowSet& rows) {
                      for (const Device state : states) {
                        auto& row = row_at(rows.device, state, event);
                        row.next = next;
                        row.actions = done;
                      }
                    }});
  };
  const auto at_host = [&](const char* name, Line state, std::vector<Event> events, Line next,
                           protocol::RequesterActions done, const char* sentence) {
    list.push_back({name, true, sentence, SystemMutant::kNone, [=](RowSet& rows) {
                      for (const Event event : events) {
                        auto& row = row_at(rows.cxl, state, event);
                        row.next = next;
                        row.actions = done;
                      }
                    }});
  };
  const auto at_conflict = [&](const char* name, Shake state, Meeting event, Shake next,
                               protocol::ConflictActions done, const char* sentence) {
    list.push_back({name, true, sentence, SystemMutant::kNone, [=](RowSet& rows) {
                      auto& row = row_at(rows.conflict, state, event);
                      row.next = next;
                      row.actions = done;
                    }});
  };
  // Channels and queues.
  fault("ack_passes_cmp", SystemMutant::kAckPassesCmp,
        "channel: BI-ConflictAck overtakes the Cmp of the same tag");
  fault("write_waits_for_request", SystemMutant::kWriteWaitsForRequest,
        "channel: MemWr waits while the line is busy");
  fault("conflict_waits_for_request", SystemMutant::kConflictWaitsForRequest,
        "channel: BIConflict waits while the line is busy");
  fault("response_goes_round", SystemMutant::kAnswerGoesRound,
        "channel: a BIRspI stays in flight and never arrives");
  fault("device_serves_newest_first", SystemMutant::kNewestFirst,
        "queue: the last request that waits for a line is served first");
  fault("device_serves_writers_first", SystemMutant::kWritersFirst,
        "queue: writes that wait for a line are served before reads");
  fault("device_refuses_while_busy", SystemMutant::kRefusedWhileBusy,
        "queue: a request that meets a busy line has to be sent again");
  fault("device_mixes_lines", SystemMutant::kLinesMixed,
        "a BIRspI is taken for another line that awaits one of the same host");
  // The device.
  fault("drop_snoop", SystemMutant::kAskOneFewer, "the device does not snoop one of the sharers");
  fault("victim_drops_snoop", SystemMutant::kVictimAsksOneFewer,
        "the device does not snoop one of the sharers of the filter's victim");
  fault("filter_grants_early", SystemMutant::kFilterGrantsEarly,
        "the snoop filter reallocates the victim's entry before its hosts have answered");
  fault("device_forgets_sharers", SystemMutant::kForgetOtherSharers,
        "a new reader takes the place of the sharers before it");
  fault("write_back_ignored", SystemMutant::kWriteBackIgnored,
        "the device grants the data read during the snoop, not the data written back since");
  fault("write_back_waits", SystemMutant::kWriteBackWaits,
        "the device lets the MemWr of a snooped owner wait");
  fault("device_grants_unread", SystemMutant::kReadSkipped,
        "the device asks hosts and never reads its memory");
  fault("device_never_releases", SystemMutant::kNeverReleased, "the device never releases a line");
  fault("device_releases_early", SystemMutant::kReleasedAtOnce,
        "the device releases a line with the MemWr, before its grant");
  at_device("read_skipped", {Device::kShared}, AtDevice::kMemRdShared, Device::kShared,
            {false, false, false, false, false, true}, "the device grants data it has not read");
  fault("victim_reads_for_nothing", SystemMutant::kReadForNothing,
        "the device reads the memory of a filter victim");
  list.push_back({"grant_before_responses", true,
                  "the device grants after the first of several snoop responses",
                  SystemMutant::kNone, [](RowSet& rows) {
                    for (const Device state : {Device::kToOwned, Device::kEvicting}) {
                      const auto& last = row_at(rows.device, state, AtDevice::kLastBIRspI);
                      auto& early = row_at(rows.device, state, AtDevice::kBIRspI);
                      early.next = last.next;
                      early.actions = last.actions;
                    }
                  }});
  at_device("write_back_lost", {Device::kToShared, Device::kToOwned, Device::kEvicting},
            AtDevice::kMemWr, Device::kToOwned, actions::complete,
            "the device does not write what a snooped owner writes back");
  at_device("put_lost", {Device::kOwned}, AtDevice::kMemWr, Device::kInvalid, actions::clean_free,
            "the device does not write what an evicting owner writes back");
  at_device("stale_clean_evict_taken", {Device::kOwned}, AtDevice::kStaleMemClnEvct,
            Device::kInvalid, actions::clean_free,
            "the device takes a MemClnEvct of a host that no longer owns the line");
  at_device("clean_evict_not_completed", {Device::kInvalid}, AtDevice::kStaleMemClnEvct,
            Device::kInvalid, actions::nothing, "the device does not complete a stale MemClnEvct");
  at_device("read_takes_ownership", {Device::kOwned}, AtDevice::kMemRdShared, Device::kToOwned,
            actions::snoop_inv, "the device invalidates the owner for a shared read");
  at_device("owned_beside_sharer", {Device::kToShared}, AtDevice::kBIRspS, Device::kOwned,
            actions::grant_owned, "the device grants E while another host retains S");
  at_device("meminv_reads_memory", {Device::kInvalid}, AtDevice::kMemInv, Device::kOwned,
            actions::read_owned, "the device reads memory for a MemInv");
  at_device("meminv_leaves_sharers", {Device::kShared}, AtDevice::kMemInvOthersShare,
            Device::kOwned, actions::grant_owned, "the device does not snoop sharers for a MemInv");
  at_device("meminv_leaves_owner", {Device::kOwned}, AtDevice::kMemInv, Device::kOwned,
            actions::grant_owned, "the device does not snoop the owner for a MemInv");
  at_device("current_leaves_owner", {Device::kOwned}, AtDevice::kMemRdCurrent, Device::kOwned,
            actions::read_current,
            "the device reads memory, and not the owner, for a current read");
  at_device("current_takes_shared", {Device::kOwned}, AtDevice::kMemRdCurrent, Device::kToShared,
            actions::snoop_data, "the device sends BISnpData for a current read");
  at_device("current_grants_copy", {Device::kShared}, AtDevice::kMemRdCurrent, Device::kShared,
            actions::read_shared, "the device grants S to a current read");
  at_device("current_unread", {Device::kInvalid}, AtDevice::kMemRdCurrent, Device::kInvalid,
            actions::grant_current, "the device answers a current read without reading memory");
  at_device("current_forgets_owner", {Device::kToCurrent}, AtDevice::kBIRspE, Device::kInvalid,
            actions::grant_current_free,
            "the device frees the entry of an owner that answers BIRspE");
  at_device("current_write_lost", {Device::kToCurrent}, AtDevice::kMemWrOwn, Device::kToCurrent,
            actions::complete, "the device does not write what the owner writes for a BISnpCur");
  list.push_back({"eviction_behind_current", true,
                  "the device has no row for the eviction of an owner that has answered a BISnpCur",
                  SystemMutant::kNone, [](RowSet& rows) {
                    erase_row(rows.device, Device::kToCurrent, AtDevice::kMemWr);
                  }});
  at_device("no_conflict_ack", {Device::kToShared}, AtDevice::kBIConflict, Device::kToShared,
            actions::nothing, "the device does not answer a BIConflict");
  list.push_back({"device_row_too_many", true, "a row of the device that nothing can reach",
                  SystemMutant::kNone, [](RowSet& rows) {
                    rows.device.push_back({Device::kToShared, AtDevice::kMemClnEvct,
                                           Device::kToShared, actions::complete});
                  }});
  list.push_back({"device_row_missing", true, "the device has no row for a conflict of a victim",
                  SystemMutant::kNone, [](RowSet& rows) {
                    erase_row(rows.device, Device::kEvicting, AtDevice::kBIConflict);
                  }});
  // The host.
  fault("loser_retries", SystemMutant::kLoserRetries,
        "a reader whose line is invalidated at once retries instead of reading");
  fault("answer_twice", SystemMutant::kAnswerTwice, "a host answers a snoop twice");
  at_host("response_before_write_back", Line::kModified, {Event::kSnoopData, Event::kSnoopInv},
          Line::kWriteBack, write_and_respond,
          "a dirty host answers the snoop without waiting for the Cmp of its MemWr");
  at_host("snoop_during_put_answered", Line::kWriteBack, {Event::kSnoopData, Event::kSnoopInv},
          Line::kWriteBack, own::respond_i, "a host answers a snoop before the Cmp of its put");
  at_host("shared_given_up", Line::kShared, {Event::kSnoopData}, Line::kInvalid, own::respond_i,
          "a sharer invalidates its copy on a BISnpData");
  at_host("exclusive_given_up", Line::kExclusive, {Event::kSnoopData}, Line::kInvalid,
          own::respond_i, "a clean owner gives its copy up for a BISnpData");
  at_host("upgrade_gives_up", Line::kUpgrading, {Event::kSnoopData}, Line::kOwning, own::respond_i,
          "a waiting upgrade gives its copy up for a BISnpData");
  at_host("snoop_keeps_copy", Line::kShared, {Event::kSnoopInv}, Line::kShared, own::respond_i,
          "an invalidated sharer keeps its copy");
  at_host("exclusive_kept", Line::kExclusive, {Event::kSnoopData}, Line::kExclusive, own::respond_s,
          "a clean owner stays E after a BISnpData");
  at_host("stays_shared_after_inv", Line::kShared, {Event::kSnoopInv}, Line::kShared,
          own::respond_s, "a sharer answers BISnpInv with BIRspS and stays S");
  at_host("line_store_without_request", Line::kShared, {Event::kStoreLine}, Line::kModified,
          own::nothing, "a sharer writes a whole line without ownership");
  fault("meminv_gets_data", SystemMutant::kDataForMemInv, "the device sends MemData for a MemInv");
  at_host("dirty_answers_clean", Line::kModified, {Event::kSnoopData}, Line::kShared,
          own::respond_s, "a dirty owner answers BIRspS and writes nothing back");
  at_host("current_answers_dirty", Line::kModified, {Event::kSnoopCur}, Line::kModified,
          own::respond_e, "a dirty owner answers a BISnpCur and writes nothing back");
  at_host("current_gives_up", Line::kModified, {Event::kSnoopCur}, Line::kSnoopWriteBack,
          own::give_up, "a dirty owner evicts its line for a BISnpCur");
  at_host("current_answers_early", Line::kModified, {Event::kSnoopCur}, Line::kSnoopClean,
          clean_and_respond, "a dirty owner answers a BISnpCur before the Cmp of its MemWr");
  at_host("current_keeps_copy", Line::kReadingCurrent, {Event::kGrantCurrent}, Line::kShared,
          own::complete, "a host keeps a copy of a current read");
  at_conflict("answer_without_handshake", Shake::kNone, Meeting::kSnoopMeetsRequest, Shake::kNone,
              {false, true}, "a host with a request pending answers a snoop without BIConflict");
  at_conflict("late_taken_for_early", Shake::kAwaitAck, Meeting::kAckDataMissing, Shake::kNone,
              {false, true}, "a host takes a late conflict for an early one");
  at_conflict("conflict_for_every_snoop", Shake::kNone, Meeting::kSnoop, Shake::kAwaitAck, {true},
              "a host without a request of its own answers a snoop with BIConflict");
  at_conflict("early_taken_for_late", Shake::kAwaitAck, Meeting::kAckEarly, Shake::kAwaitData, {},
              "a host takes an early conflict for a late one");
  return list;
}

}  // namespace starnuma::coherence_bench
