// SPDX-License-Identifier: Apache-2.0
// Outcome of each kind of fault. Tests compare the machine with this table, and the page
// docs/generated/faults.md is generated from it. The outcomes hold in every delivery mode.
#pragma once

#include <array>
#include <string_view>

#include "platforms/run/fault.h"

namespace starnuma::run {

struct FaultOutcome {
  Fault::Kind kind;
  std::string_view name;      ///< Name in scenarios.
  std::string_view trigger;   ///< Scenario keys that define the time of occurrence.
  bool poison;                ///< True if cores may get a machine check.
  bool no_answer;             ///< True if cores may get an error instead of a response.
  bool loses;                 ///< True if written lines may be lost.
  bool goes_on;               ///< True if every program completes with the correct result.
  std::string_view who;       ///< Agents that get an error, and its kind.
  std::string_view programs;  ///< Programs that stop.
  std::string_view data;      ///< Data that are lost.
};

inline constexpr std::array<FaultOutcome, Fault::kKinds> kFaultOutcomes{{
    {Fault::Kind::kLinkErrors, "link_errors", "at, lasts; bit_error_rate", false, false, false,
     true, "nobody: the link layer sends again", "none", "none"},
    {Fault::Kind::kLinkHalfWidth, "link_half_width", "at, lasts", false, false, false, true,
     "nobody", "none", "none"},
    {Fault::Kind::kLinkDown, "link_down", "at, lasts", true, true, true, false,
     "nobody where another route is left; else the first access of a socket to a home behind it "
     "waits for the completion time-out, further ones fail at once; who reads what the other side "
     "owned gets a machine check",
     "those that touch what they are cut off from, or poison",
     "lines that a socket had written and that the link cuts off from their home"},
    {Fault::Kind::kHostCrash, "host_crash", "at", true, true, true, false,
     "who touches the host's memory, at once; who reads what its sockets owned of other memory "
     "gets "
     "a machine check",
     "those with a thread on it, those that touch its memory, or poison",
     "its memory; lines of other memory that its sockets had written"},
    {Fault::Kind::kHeadRemoved, "head_removed", "at, lasts", true, true, true, false,
     "the head's sockets, at once; who reads what they owned gets a machine check",
     "those on the head's sockets that touch the device, and those that touch poison",
     "lines of the device that its sockets had written"},
    {Fault::Kind::kDeviceReset, "device_reset", "at", true, false, true, false,
     "who reads a line of it that has not been written as a whole since gets a machine check",
     "those that touch poison",
     "all that lay on the device, and all written lines of it in caches"},
    {Fault::Kind::kDeviceSilent, "device_silent", "at", false, true, true, false,
     "the first access of a socket waits for the completion time-out, further ones fail at once",
     "those that touch the device, but for lines that their socket's caches hold",
     "lines that a socket had written when it isolated the device"},
    {Fault::Kind::kDeviceViral, "device_viral", "at", true, false, true, false,
     "who asks the device for a line gets a machine check",
     "those that touch the device, but for lines that their socket's caches hold",
     "written lines that caches give back to it"},
    {Fault::Kind::kMemoryCorrected, "memory_corrected", "at, lasts; rate", true, false, false,
     false,
     "nobody, but after a second wrong bit of a line that nobody has read since the first, which "
     "ends as memory_uncorrected",
     "none, or those that touch poison", "none, or the line"},
    {Fault::Kind::kMemoryUncorrected, "memory_uncorrected", "at, lasts; rate", true, false, false,
     false, "who reads the line from memory gets a machine check", "those that touch poison",
     "the line, where no cache has a written copy"},
    {Fault::Kind::kMemoryScrub, "memory_scrub", "at, lasts; period", false, false, false, true,
     "nobody", "none", "none"},
}};

constexpr const FaultOutcome& outcome_of(Fault::Kind kind) {
  return kFaultOutcomes[static_cast<std::size_t>(kind)];
}

}  // namespace starnuma::run
