// SPDX-License-Identifier: Apache-2.0
// Failed parts of a running machine, and the resulting reachability of homes from sockets.
//
// Contract:
// - Methods are called at the current kernel time.
// - Messages take the routes that remain.
// - A socket and a home without a connecting route are cut off from each other. The home removes
//   the socket from its directory and treats the socket's modified lines as lost. The socket
//   invalidates the home's lines.
// - If the sockets of a memory node reach the node but not each other, only the part that contains
//   the first connected socket keeps access.
// - After a repair both sides start with empty state for each other.
// - A transaction in flight when a part fails completes as if sent before the failure; it takes the
//   previous route if no route remains. The cut of its socket from its home is deferred until the
//   line has no outstanding transaction. continue_cut() retries deferred cuts.
// - A silent device keeps its state; only a reset makes it respond again.
#pragma once

#include <optional>
#include <vector>

#include "models/ras/damage.h"
#include "platforms/assembly/machine/machine.h"

namespace starnuma::run {

class Breakage {
 public:
  /// `machine` and `damage` must outlive this object; `copies` may be null.
  Breakage(assembly::Machine& machine, ras::Damage& damage, kernel::CopyObserver* copies);

  /// Takes down all links of an edge. Sockets that lose their route detect it after `timeout`.
  void take_link_down(int edge, int fault, base::Time timeout, base::Time now);
  void bring_link_up(int edge, base::Time now);
  /// Removes the head at this edge. The sockets whose route to the device ends in this edge are
  /// notified at once.
  void remove_head(int edge, int fault, base::Time now);
  void return_head(int edge, base::Time now);
  /// Interruption of heads: accesses of their sockets wait until return_head() or return_heads(),
  /// at `until`. The sockets drop their lines of the device; `flushed`: modified lines are written
  /// back, as software does before a CXL Reset.
  struct Pause {
    base::Time until;
    bool flushed = false;
  };
  /// Resets the head at this edge.
  void reset_head(int edge, int fault, Pause pause, base::Time now);
  /// Resets all heads of the device (CXL Reset).
  void reset_heads(base::NodeId device, int fault, Pause pause, base::Time now);
  void return_heads(base::NodeId device, base::Time now);
  /// Sets the line to zero in memory. Precondition: its home is paused, and no cut is pending.
  void clear(base::LineAddress line, int fault, base::Time now);
  /// Stops all responses of the host's sockets to other hosts.
  void crash(int host, int fault, base::Time now);
  /// Stops all responses of the device.
  void silence(base::NodeId device, int fault, base::Time timeout, base::Time now);
  /// Resets the device, which loses the contents of `lines` and its directory.
  void reset(base::NodeId device, const std::vector<base::LineAddress>& lines, int fault,
             base::Time now);
  void make_viral(base::NodeId device, int fault) { damage_.make_viral(device, fault); }
  /// Marks memory's data of the line as uncorrectable.
  void spoil(base::LineAddress line, int fault, base::Time now);
  /// Flips one bit of the line in memory.
  void flip(base::LineAddress line, int fault, base::Time now);
  /// Retries the deferred cuts.
  void continue_cut(base::Time now);
  bool has_pending_cuts() const { return !pending_cuts_.empty(); }
  /// Returns true if accesses wait for a head.
  bool holds_accesses() const;

 private:
  enum class Cause : std::uint8_t { kLink, kHead, kHost, kDevice };
  struct Broken {
    Cause cause{};
    int which = 0;  ///< Edge, host or node number.
    int fault = ras::kNoFault;
    base::Time timeout;
    Pause pause{};  ///< End of a reset; 0: no reset.

    bool is(Cause c, int number) const { return cause == c && which == number; }
  };

  /// Deferred cut of a socket from a home, with the fault that causes it.
  struct Cut {
    base::SocketId socket{};
    base::NodeId home{};
    int fault = ras::kNoFault;
  };

  void repair(Cause cause, int which);
  /// Returns true if no transaction deferred the cut.
  bool cut(const Cut& cut, base::Time now);
  bool is_pending_cut(base::SocketId socket, base::NodeId home) const;
  /// Returns the failure that separates socket and home, or null.
  const Broken* between(base::SocketId socket, base::NodeId home) const;
  bool cut_by(const Broken& broken, base::SocketId socket, base::NodeId home) const;
  bool reaches(base::SocketId socket, base::NodeId home) const;
  void refresh(base::Time now);

  assembly::Machine& machine_;
  const assembly::Wiring& whole_;
  assembly::Wiring left_;  ///< Wiring without the edges that are down.
  ras::Damage& damage_;
  kernel::CopyObserver* copies_;
  std::vector<Broken> broken_;
  std::vector<Cut> pending_cuts_;
};

}  // namespace starnuma::run
