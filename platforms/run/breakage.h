// SPDX-License-Identifier: Apache-2.0
// What is broken of a machine while it runs, and what follows from it for who reaches what.
//
// Contract: called at kernel time. Messages take the routes that are left. A socket and a home
// without a way between them are cut off from each other: the home forgets the socket, whose lines
// it takes for lost, and the socket gives the home's lines up; of a memory node that its sockets
// reach but not each other, the part with the first socket keeps it. What is mended begins anew:
// neither side has anything of the other. What of a line is under way when something breaks is
// answered as if it had been sent before, over the old route where none is left; the cut of its
// socket from its home is done when nothing is, which takes calls of go_on(). A silent device
// forgets nothing, and nobody can make it answer but by a reset.
#pragma once

#include <optional>
#include <vector>

#include "models/ras/damage.h"
#include "platforms/assembly/machine.h"

namespace starnuma::run {

class Breakage {
 public:
  /// Both must outlive it; `copies` may be null.
  Breakage(assembly::Machine& machine, ras::Damage& damage, kernel::CopyObserver* copies);

  /// All links of an edge carry nothing; who is cut off learns of it by `timeout`.
  void take_link_down(int edge, int fault, base::Time timeout, base::Time now);
  void bring_link_up(int edge, base::Time now);
  /// The sockets whose way to the device ends in this edge have lost it, and know.
  void remove_head(int edge, int fault, base::Time now);
  void return_head(int edge, base::Time now);
  /// Sockets of the host answer nobody outside any more.
  void crash(int host, int fault, base::Time now);
  /// The device answers nobody any more.
  void silence(base::NodeId device, int fault, base::Time timeout, base::Time now);
  /// The device has forgotten all: these lines, and who has them.
  void reset(base::NodeId device, const std::vector<base::LineAddress>& lines, int fault,
             base::Time now);
  void make_viral(base::NodeId device, int fault) { damage_.make_viral(device, fault); }
  /// Memory's data of the line are no good.
  void spoil(base::LineAddress line, int fault, base::Time now);
  /// A bit of the line is wrong.
  void flip(base::LineAddress line, int fault, base::Time now);
  /// Goes on with cuts that are not done.
  void go_on(base::Time now);
  bool has_cuts_left() const { return !left_to_cut_.empty(); }

 private:
  enum class Cause : std::uint8_t { kLink, kHead, kHost, kDevice };
  struct Broken {
    Cause cause{};
    int which = 0;  ///< Edge, host or node.
    int fault = ras::kNoFault;
    base::Time timeout;

    bool is(Cause c, int number) const { return cause == c && which == number; }
  };

  /// Of a socket from a home, because of a fault.
  struct Cut {
    base::SocketId socket{};
    base::NodeId home{};
    int fault = ras::kNoFault;
  };

  void mend(Cause cause, int which);
  bool is_left_to_cut(base::SocketId socket, base::NodeId home) const;
  /// What keeps the two apart, if anything does.
  const Broken* between(base::SocketId socket, base::NodeId home) const;
  bool cut_by(const Broken& broken, base::SocketId socket, base::NodeId home) const;
  bool reaches(base::SocketId socket, base::NodeId home) const;
  void refresh(base::Time now);

  assembly::Machine& machine_;
  const assembly::Wiring& whole_;
  assembly::Wiring left_;  ///< The same without the edges that are down.
  ras::Damage& damage_;
  kernel::CopyObserver* copies_;
  std::vector<Broken> broken_;
  std::vector<Cut> left_to_cut_;
};

}  // namespace starnuma::run
