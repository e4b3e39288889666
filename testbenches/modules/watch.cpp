// SPDX-License-Identifier: Apache-2.0
#include "testbenches/modules/watch.h"

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/kernel/now.h"
#include "testbenches/modules/shape.h"

namespace starnuma::modules_bench {

using protocol::Access;
using protocol::AccessKind;
using protocol::Message;
using protocol::ServedBy;
using Coherence = protocol::coherence::Op;
using Cxl = protocol::cxl::Op;

void MessageCounts::add(const MessageCounts& other) {
  for (std::size_t s = 0; s < served.size(); ++s) served[s] += other.served[s];
  flushes += other.flushes;
  early_conflicts += other.early_conflicts;
  late_conflicts += other.late_conflicts;
  forwards += other.forwards;
  back_invalidations += other.back_invalidations;
  not_here += other.not_here;
}

Watch::Line& Watch::of(base::LineAddress line) {
  Line& found = lines_[line.value];
  found.versions.resize(cores_.size());
  found.conflicts.resize(cores_.size() / kCores);
  return found;
}

void Watch::agent_takes(int socket, const Message& message) {
  rows_.agent_takes(message.line);
  if (message.protocol == Message::Class::kCoherence) {
    counts_.forwards +=
        message.coherence == Coherence::kFwdS || message.coherence == Coherence::kFwdX;
    return;
  }
  Conflict& conflict = of(message.line).conflicts[static_cast<std::size_t>(socket)];
  switch (message.cxl) {
    case Cxl::kBISnpData:
    case Cxl::kBISnpInv:
    case Cxl::kBISnpCur:
      ++counts_.back_invalidations;
      return;
    case Cxl::kBIConflictAck:
      ++(conflict == Conflict::kCompleted ? counts_.late_conflicts : counts_.early_conflicts);
      conflict = Conflict::kNone;
      return;
    default:
      if (conflict == Conflict::kOpen) conflict = Conflict::kCompleted;
  }
}

void Watch::agent_sends(int socket, const Message& message) {
  rows_.agent_sends(socket, message);
  if (message.protocol == Message::Class::kCoherence) {
    counts_.not_here += message.coherence == Coherence::kNoCopy;
  } else if (message.cxl == Cxl::kBIConflict) {
    of(message.line).conflicts[static_cast<std::size_t>(socket)] = Conflict::kOpen;
  }
}

void Watch::completed(int core, const Access& access) {
  if (access.kind == AccessKind::kCurrentLoad) {  // leaves no copy, and others may write
    ++counts_.served[static_cast<std::size_t>(access.served_by)];
    return;
  }
  Line& line = of(access.line);
  const bool flush = access.kind == AccessKind::kFlush;
  const bool write = !flush && protocol::is_write(access.kind);
  for (int other = 0; other < static_cast<int>(cores_.size()); ++other) {
    if (other == core || (flush && other / kCores != core / kCores)) continue;
    const bool wrong =
        cores_[static_cast<std::size_t>(other)]->holds(access.line, !(write || flush));
    SN_CHECK(!wrong, "modules: core ", other,
             flush   ? " still holds"
             : write ? " holds"
                     : " may write",
             " line ", access.line, " when core ", core,
             flush   ? " has flushed"
             : write ? " has written"
                     : " has read",
             " it, at ", kernel::now().ps(), " ps");
  }
  if (flush) {
    ++counts_.flushes;
    return;
  }
  ++counts_.served[static_cast<std::size_t>(access.served_by)];
  std::uint64_t& version = line.versions[static_cast<std::size_t>(core)];
  const bool hit = access.served_by == ServedBy::kL1 || access.served_by == ServedBy::kL2;
  SN_CHECK(!hit || version == line.latest, "modules: core ", core, " found write ", version,
           " of line ", access.line, ", the last is ", line.latest, ", at ", kernel::now().ps(),
           " ps");
  if (write) ++line.latest;
  version = line.latest;
}

}  // namespace starnuma::modules_bench
