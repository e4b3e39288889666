// SPDX-License-Identifier: Apache-2.0
#include "models/observers/stale_reads.h"

namespace starnuma::observers {

using base::LineAddress;
using base::SocketId;
using base::Time;
using protocol::AccessKind;

StaleReads::StaleAccesses StaleReads::counts(const paging::Extent& extent) const {
  const auto found = counts_.find(place_of(extent));
  return found == counts_.end() ? StaleAccesses{} : found->second;
}

StaleReads::Line* StaleReads::find(LineAddress seen) {
  const paging::Extent* extent = hosts_.extent_of(seen);
  if (extent == nullptr || extent->sharing != paging::Sharing::kNonCoherent) return nullptr;
  return &lines_[hosts_.in_memory(seen).value];
}

void StaleReads::gained(LineAddress seen, SocketId socket, bool may_write, Version version,
                        Time time) {
  if (next_ != nullptr) next_->gained(seen, socket, may_write, version, time);
  Line* line = find(seen);
  if (line != nullptr) line->version[static_cast<std::size_t>(socket)] = line->memory;
}

void StaleReads::weakened(LineAddress seen, SocketId socket) {
  if (next_ != nullptr) next_->weakened(seen, socket);
}

void StaleReads::lost(LineAddress seen, SocketId socket) {
  if (next_ != nullptr) next_->lost(seen, socket);
}

void StaleReads::wrote(LineAddress seen, SocketId socket, Time time) {
  if (next_ != nullptr) next_->wrote(seen, socket, time);
}

StaleReads::Version StaleReads::sent(LineAddress seen) {
  return next_ != nullptr ? next_->sent(seen) : kNoVersion;
}

StaleReads::Version StaleReads::sent_by_memory(LineAddress seen) {
  return next_ != nullptr ? next_->sent_by_memory(seen) : kNoVersion;
}

void StaleReads::stored(LineAddress seen, Version version) {
  if (next_ != nullptr) next_->stored(seen, version);
  Line* line = find(seen);
  if (line == nullptr) return;
  line->memory = line->written[static_cast<std::size_t>(hosts_.viewer_of(seen))];
}

void StaleReads::tracked(LineAddress seen, std::uint32_t sockets, Time time) {
  if (next_ != nullptr) next_->tracked(seen, sockets, time);
}

void StaleReads::gained_without_data(LineAddress seen, SocketId socket, bool may_write, Time time) {
  if (next_ != nullptr) next_->gained_without_data(seen, socket, may_write, time);
}

void StaleReads::vanished(LineAddress seen) {
  if (next_ != nullptr) next_->vanished(seen);
}

void StaleReads::accessed(const protocol::Access& access, SocketId socket) {
  const bool write = access.kind == AccessKind::kStore || access.kind == AccessKind::kAtomic;
  if (!write && access.kind != AccessKind::kLoad) return;
  Line* line = find(access.line);
  if (line == nullptr) return;
  std::uint32_t& version = line->version[static_cast<std::size_t>(socket)];
  const bool stale = version != line->last;
  count(*hosts_.extent_of(access.line), access, socket, stale, line->writer);
  if (!write) return;
  line->writer = hosts_.host_of(socket);
  version = line->written[static_cast<std::size_t>(line->writer)] = ++line->last;
}

void StaleReads::count(const paging::Extent& extent, const protocol::Access& access,
                       SocketId socket, bool stale, int writer) {
  StaleAccesses& counts = counts_[place_of(extent)];
  const bool read = access.kind == AccessKind::kLoad;
  ++(read ? counts.reads : counts.writes);
  if (!stale) return;
  ++(read ? counts.stale_reads : counts.stale_writes);
  ++stale_;
  if (!first_) first_ = Stale{access, socket, writer};
}

}  // namespace starnuma::observers
