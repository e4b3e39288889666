// SPDX-License-Identifier: Apache-2.0
// Which host reaches which memory: the HDM decoders of all hosts, and of the pool devices behind
// them.
//
// Contract: a host reaches the memory of its own sockets and memory nodes that lies in no extent,
// and the extents of pool devices and of sockets, whoever's they are, that name it. It sees an
// extent at the home's own addresses, but for one that is shared without coherence: of that each
// host has an address range of its own, so that its lines are other lines to every cache and
// directory, and only the home's memory knows that it is the same.
// Extents do not overlap; they come and go while a machine runs. What lies on the nodes of a host
// that crashes answers no other host any more; a host may have backups of what it has there. Pure:
// no SystemC.
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

  /// The host of each socket and of each node (kNone of pool devices), and the frames of each node
  /// that extents may lie on.
  HostMap(std::vector<int> host_of_socket, std::vector<int> host_of_node,
          const std::vector<std::uint64_t>& frames_of_node);

  void add(const Extent& extent);
  /// Takes the extent that begins there away from all hosts; says whether there was one.
  bool release(base::NodeId node, std::uint64_t first);
  const std::vector<Extent>& extents() const { return extents_; }
  /// The host is gone from `time` on, for good.
  void crash(int host, base::Time time);

  /// Of pages of the host on other servers; they must outlive this.
  void protect(int host, PageBackups& backups) { backups_[host] = &backups; }
  /// Null: its host has none.
  PageBackups* backups_of(base::SocketId socket) const {
    if (backups_.empty()) return nullptr;
    const auto found = backups_.find(host_of(socket));
    return found == backups_.end() ? nullptr : found->second;
  }

  int host_of(base::SocketId socket) const {
    return host_of_socket_[static_cast<std::size_t>(socket)];
  }
  /// Whether the socket's decoder lets an access to the line, as the socket sees it, go out.
  bool reaches(base::SocketId socket, base::LineAddress line) const;
  /// When the host crashed on whose node the line lies, if it did before the socket's access at
  /// `time`; its own sockets find nothing out.
  std::optional<base::Time> crashed(base::SocketId socket, base::LineAddress line,
                                    base::Time time) const {
    if (crashes_.empty()) return std::nullopt;
    return crashed_before(socket, line, time);
  }
  /// A frame as the socket sees it.
  base::Frame seen_by(base::SocketId socket, base::Frame frame) const;
  /// Where a line lies, whoever sees it.
  base::LineAddress in_memory(base::LineAddress seen) const {
    return base::LineAddress::of(seen.node(), seen.in_node() & (window_ - 1));
  }
  /// Lines of a host's address range on a node, a power of two.
  std::uint64_t window() const { return window_; }
  /// The host that sees a line so, of one that is shared without coherence.
  int viewer_of(base::LineAddress seen) const { return static_cast<int>(seen.in_node() / window_); }
  /// The extent that a line, as anybody sees it, lies in; null where it lies in none.
  const Extent* extent_of(base::LineAddress line) const;

 private:
  std::uint64_t window_of(int host) const { return static_cast<std::uint64_t>(host) * window_; }

  std::optional<base::Time> crashed_before(base::SocketId socket, base::LineAddress line,
                                           base::Time time) const;

  std::vector<int> host_of_socket_;
  std::vector<int> host_of_node_;
  std::vector<Extent> extents_;
  std::map<int, base::Time> crashes_;    ///< By host.
  std::map<int, PageBackups*> backups_;  ///< The same.
  std::uint64_t window_ = 1;             ///< Lines of a host's address range: a power of two.
};

}  // namespace starnuma::paging
