// SPDX-License-Identifier: Apache-2.0
#include "models/paging/host_map.h"

#include <algorithm>
#include <utility>

#include "models/base/check.h"

namespace starnuma::paging {

static_assert(kMostHosts <= base::LineAddress::kMostRanges,
              "each host has an address range of its own in the largest memory");

HostMap::HostMap(std::vector<int> host_of_socket, std::vector<int> host_of_node,
                 const std::vector<std::uint64_t>& frames_of_node)
    : host_of_socket_(std::move(host_of_socket)), host_of_node_(std::move(host_of_node)) {
  const std::uint64_t most = *std::max_element(frames_of_node.begin(), frames_of_node.end());
  SN_CHECK(most <= std::uint64_t{base::LineAddress::kMostNodeBytes} / base::kPageBytes,
           "host map: a node of ", most, " frames");
  while (window_ < most * base::kLinesPerPage) window_ *= 2;
}

void HostMap::add(const Extent& extent) {
  for (const Extent& other : extents_) {
    const bool apart =
        other.node != extent.node || other.end() <= extent.first || extent.end() <= other.first;
    SN_CHECK(apart, "host map: extent ", extent.first, " overlaps extent ", other.first);
  }
  extents_.push_back(extent);
  logical_devices_ = std::max(logical_devices_, extent.logical_device + 1);
  any_host_managed_ = any_host_managed_ || extent.coherence == CoherenceBy::kHost;
}

bool HostMap::release(base::NodeId node, std::uint64_t first) {
  const auto found = std::find_if(extents_.begin(), extents_.end(), [&](const Extent& extent) {
    return extent.node == node && extent.first == first;
  });
  if (found == extents_.end()) return false;
  extents_.erase(found);
  return true;
}

void HostMap::crash(int host, base::Time time) {
  SN_CHECK(crashes_.emplace(host, time).second, "host map: host ", host, " crashes twice");
}

std::optional<base::Time> HostMap::crashed_before(base::SocketId socket, base::LineAddress line,
                                                  base::Time time) const {
  const int host = host_of_node_[static_cast<std::size_t>(line.node())];
  const auto crash = crashes_.find(host);
  if (crash == crashes_.end() || crash->second > time || host == host_of(socket)) return {};
  return crash->second;
}

const Extent* HostMap::extent_of(base::LineAddress line) const {
  const std::uint64_t frame = (line.in_node() & (window_ - 1)) / base::kLinesPerPage;
  const auto found = std::find_if(extents_.begin(), extents_.end(), [&](const Extent& extent) {
    return extent.node == line.node() && extent.first <= frame && frame < extent.end();
  });
  return found == extents_.end() ? nullptr : &*found;
}

bool HostMap::reaches(base::SocketId socket, base::LineAddress line) const {
  const int host = host_of(socket);
  const int owner = host_of_node_[static_cast<std::size_t>(line.node())];
  const Extent* extent = extent_of(line);
  if (extent == nullptr) return owner == host;
  if ((extent->hosts >> host & 1) == 0) return false;
  const bool own_range = extent->sharing == Sharing::kNonCoherent;
  const std::uint64_t range = line.in_node() & ~(window_ - 1);
  return range == (own_range ? window_of(host) : 0);
}

base::Frame HostMap::seen_by(base::SocketId socket, base::Frame frame) const {
  const base::LineAddress line = frame.first_line;
  const Extent* extent = extent_of(line);
  if (extent == nullptr || extent->sharing != Sharing::kNonCoherent) return frame;
  const std::uint64_t seen = line.in_node() + window_of(host_of(socket));
  return {base::LineAddress::of(line.node(), seen)};
}

}  // namespace starnuma::paging
