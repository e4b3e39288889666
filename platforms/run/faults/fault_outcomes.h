// SPDX-License-Identifier: Apache-2.0
// Outcome of each kind of fault. Tests compare the machine with this table, and the page
// docs/generated/faults.md is generated from it. The outcomes hold in every delivery mode.
#pragma once

#include <array>
#include <string_view>

#include "platforms/run/faults/fault.h"

namespace starnuma::run {

struct FaultOutcome {
  HardwareFaultKind kind;
  std::string_view name;      ///< Name in scenarios.
  std::string_view trigger;   ///< Scenario keys that define the time of occurrence.
  bool poison;                ///< True if cores may get a machine check.
  bool no_answer;             ///< True if cores may get an error instead of a response.
  bool loses;                 ///< True if written lines may be lost.
  bool zeros;                 ///< True if programs may read zeros instead of their data.
  bool goes_on;               ///< True if every program completes with the correct result.
  std::string_view who;       ///< Agents that get an error, and its kind.
  std::string_view programs;  ///< Programs that stop.
  std::string_view data;      ///< Data that are lost.
};

inline constexpr std::array<FaultOutcome, HardwareFault::kKinds> kFaultOutcomes{{
    {HardwareFaultKind::kLinkErrors, "link_errors", "at, lasts; bit_error_rate", false, false,
     false, false, true, "none: the link layer replays", "none", "none"},
    {HardwareFaultKind::kLinkHalfWidth, "link_half_width", "at, lasts", false, false, false, false,
     true, "none", "none", "none"},
    {HardwareFaultKind::kLinkDown, "link_down", "at, lasts", true, true, true, false, false,
     "none if an alternate route exists; otherwise the first access of a socket to a home behind "
     "the link waits for the completion time-out, and further ones fail at once; a read of a line "
     "that the other side owned gets a machine check",
     "programs that access an unreachable home, or poison",
     "modified lines of a socket whose home the link cuts off"},
    {HardwareFaultKind::kHostCrash, "host_crash", "at", true, true, true, false, false,
     "accesses to the host's memory fail at once; reads of other lines that its sockets owned get "
     "a machine check",
     "programs with a thread on the host, and those that access its memory, or poison",
     "the host's memory; its sockets' modified lines of other memory"},
    {HardwareFaultKind::kHeadRemoved, "head_removed", "at, lasts", true, true, true, false, false,
     "accesses of the head's sockets fail at once; reads of lines that they owned get a machine "
     "check",
     "programs on the head's sockets that access the device, and those that access poison",
     "the head's sockets' modified lines of the device"},
    {HardwareFaultKind::kHeadReset, "head_reset", "at, lasts", true, false, true, false, false,
     "requests in flight are answered; later accesses of the head's sockets wait until it returns "
     "to service; reads of lines that they owned get a machine check",
     "programs that access poison", "the head's sockets' modified lines of the device"},
    {HardwareFaultKind::kHeadAdded, "head_added", "at", false, false, false, false, true,
     "none: accesses of the head's sockets wait until it joins", "none", "none"},
    {HardwareFaultKind::kFlr, "flr", "at", false, false, false, false, true, "none", "none",
     "none"},
    {HardwareFaultKind::kCxlReset, "cxl_reset", "at, lasts; contents, host_caches", true, false,
     true, true, false,
     "requests in flight are answered, and later ones wait; with host_caches: dropped, reads of "
     "lines that a host owned get a machine check",
     "programs that access poison",
     "with host_caches: dropped, the hosts' modified lines of the device; with contents: cleared, "
     "all contents"},
    {HardwareFaultKind::kDeviceReset, "device_reset", "at", true, false, true, false, false,
     "reads of the device's lines get a machine check until the line is written as a whole",
     "programs that access poison", "the contents of the device, and its modified lines in caches"},
    {HardwareFaultKind::kDeviceSilent, "device_silent", "at", false, true, true, false, false,
     "the first access of a socket waits for the completion time-out, further ones fail at once",
     "programs that access the device, except lines in their socket's caches",
     "modified lines of a socket when it isolates the device"},
    {HardwareFaultKind::kDeviceViral, "device_viral", "at", true, false, true, false, false,
     "reads of lines from the device get a machine check",
     "programs that access the device, except lines in their socket's caches",
     "modified lines that caches write back to it"},
    {HardwareFaultKind::kMemoryCorrected, "memory_corrected", "at, lasts; rate", true, false, false,
     false, false,
     "none, except after a second wrong bit of a line that was not read since the first, which "
     "ends as memory_uncorrected",
     "none, or programs that access poison", "none, or the line"},
    {HardwareFaultKind::kMemoryUncorrected, "memory_uncorrected", "at, lasts; rate", true, false,
     false, false, false, "reads of the line from memory get a machine check",
     "programs that access poison", "the line, if no cache has a modified copy"},
    {HardwareFaultKind::kMemoryScrub, "memory_scrub", "at, lasts; period", false, false, false,
     false, true, "none", "none", "none"},
}};

constexpr const FaultOutcome& outcome_of(HardwareFaultKind kind) {
  return kFaultOutcomes[static_cast<std::size_t>(kind)];
}

}  // namespace starnuma::run
