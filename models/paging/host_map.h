// SPDX-License-Identifier: Apache-2.0
// Memory reachability by host: the HDM decoders of all hosts and of the pool devices.
//
// Contract:
// - A host reaches the memory of its sockets and memory nodes outside all extents, and every extent
//   that names it.
// - Extents are addressed at their home's addresses, with one exception: a non-coherent shared
//   extent has one address range per host. Its lines are different lines to caches and directories;
//   only the home's memory maps them to the same data.
// - Extents do not overlap. They can be added and removed at run time.
// - Memory on nodes of a crashed host does not answer other hosts.
// - A host may have backups of its remote pages.
// - Pure: no SystemC.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "models/base/ids.h"
#include "models/base/quantities.h"
#include "models/paging/extent.h"

namespace starnuma::paging {

class PageBackups;

class HostMap {
 public:
  static constexpr int kNone = -1;

  /// Takes the host of each socket and node (kNone for pool devices), and the number of frames per
  /// node.
  HostMap(std::vector<int> host_of_socket, std::vector<int> host_of_node,
          const std::vector<std::uint64_t>& frames_of_node);

  void add(const Extent& extent);
  /// Removes the extent that begins at `first`; returns true if there was one.
  bool release(base::NodeId node, std::uint64_t first);
  const std::vector<Extent>& extents() const { return extents_; }
  /// Marks a host as crashed from `time` on, permanently.
  void crash(int host, base::Time time);

  /// Registers backups of a host's pages on other servers. Precondition: `backups` outlives this
  /// object.
  void protect(int host, PageBackups& backups) { backups_[host] = &backups; }
  /// Returns the backups of the socket's host, or null.
  PageBackups* backups_of(base::SocketId socket) const {
    if (backups_.empty()) return nullptr;
    const auto found = backups_.find(host_of(socket));
    return found == backups_.end() ? nullptr : found->second;
  }

  int host_of(base::SocketId socket) const {
    return host_of_socket_[static_cast<std::size_t>(socket)];
  }
  /// Returns true if the socket's decoder maps the line, given its address at the socket.
  bool reaches(base::SocketId socket, base::LineAddress line) const;
  /// Returns the crash time of the host that owns the line's node, if it crashed before an access
  /// at `time`. The host's own sockets never see the crash.
  std::optional<base::Time> crashed(base::SocketId socket, base::LineAddress line,
                                    base::Time time) const {
    if (crashes_.empty()) return std::nullopt;
    return crashed_before(socket, line, time);
  }
  /// Returns the address of a frame at the socket.
  base::Frame seen_by(base::SocketId socket, base::Frame frame) const;
  /// Returns the address of a line in its home's memory, independent of the host.
  base::LineAddress in_memory(base::LineAddress seen) const {
    return base::LineAddress::of(seen.node(), seen.in_node() & (window_ - 1));
  }
  /// Number of lines of a host's address range on a node; a power of two.
  std::uint64_t window() const { return window_; }
  /// Returns the host of an address in a non-coherent shared extent.
  int viewer_of(base::LineAddress seen) const { return static_cast<int>(seen.in_node() / window_); }
  /// Returns the extent of a line, for an address of any host, or null.
  const Extent* extent_of(base::LineAddress line) const;
  /// Returns the logical device of a line; 0 outside of all extents.
  int logical_device_of(base::LineAddress line) const {
    if (logical_devices_ == 1) return 0;
    const Extent* extent = extent_of(line);
    return extent != nullptr ? extent->logical_device : 0;
  }
  /// Returns the number of logical devices of a head.
  int logical_devices() const { return logical_devices_; }
  /// Returns true if the line's host keeps it coherent and its device has no directory entry.
  bool is_host_managed(base::LineAddress line) const {
    if (!any_host_managed_) return false;
    const Extent* extent = extent_of(line);
    return extent != nullptr && extent->coherence == CoherenceBy::kHost;
  }

 private:
  std::uint64_t window_of(int host) const { return static_cast<std::uint64_t>(host) * window_; }

  std::optional<base::Time> crashed_before(base::SocketId socket, base::LineAddress line,
                                           base::Time time) const;

  std::vector<int> host_of_socket_;
  std::vector<int> host_of_node_;
  std::vector<Extent> extents_;
  std::map<int, base::Time> crashes_;    ///< Crash times by host.
  std::map<int, PageBackups*> backups_;  ///< Backups by host.
  bool any_host_managed_ = false;
  int logical_devices_ = 1;
  std::uint64_t window_ = 1;  ///< Number of lines of a host's address range; a power of two.
};

}  // namespace starnuma::paging
