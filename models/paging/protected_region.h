// SPDX-License-Identifier: Apache-2.0
// Memory of a logical pool that survives server crashes.
//
// Contract:
// - Lines form stripes of `data` members and `parity` members, each on a different server. A row
//   has one line of each member; any `data` of them determine all others.
// - data 1, parity 0 is unprotected. data 1, parity m is m extra copies. Others are erasure codes.
// - Contents are versions: each write of a line creates the next one.
// - Write: begin_write(), then advance() per message until it reports completion. Parities are
//   written first and retain the previous version. The member that answers reads comes last: the
//   line's own, or the first parity if the own one is lost.
// - Crash during a write: if the last member's server crashes, the others roll back. Otherwise the
//   write continues.
// - Read: returns the last complete write, whenever a crash happens, while `data` members of the
//   row are left. Otherwise the line is lost and every access to it is refused.
// - rebuild_next() recovers a lost member row by row, on a server outside the stripe, if there is
//   one. A row with an outstanding write is not rebuilt. Reads from its parities retry if these
//   differ.
// - Traffic: lines read and written. An update of an erasure-coded line includes a read.
// - Not modelled: the arithmetic of the code, delayed crash detection.
// - Pure: no time, no SystemC.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace starnuma::paging {

struct Protection {
  int data = 1;
  int parity = 0;

  int members() const { return data + parity; }
};

class ProtectedRegion {
 public:
  struct Shape {
    Protection protection;
    int servers = 0;  ///< At least the number of members.
    std::uint64_t stripes = 0;
    std::uint64_t rows = 0;  ///< Number of lines per member.
  };
  enum class Outcome : std::uint8_t {
    kDone,
    kRetry,  ///< a write to the row or line is outstanding
    kLost
  };
  struct Traffic {
    int reads = 0;
    int writes = 0;
  };
  struct Answer {
    Outcome outcome = Outcome::kDone;
    std::uint64_t version = 0;
    Traffic traffic;
  };
  struct Advance {
    bool made;  ///< True if the write is complete.
    Traffic traffic;
  };

  explicit ProtectedRegion(const Shape& shape);

  std::uint64_t lines() const;
  Answer read(std::uint64_t line) const;
  /// Starts a write; returns the version that it creates.
  Answer begin_write(std::uint64_t line);
  /// Applies the next message of the outstanding write.
  Advance advance(std::uint64_t line);
  bool writing(std::uint64_t line) const { return writes_.count(line) != 0; }

  /// Loses all contents of a server; returns the traffic of the rollbacks at parities.
  Traffic crash(int server);
  /// Restarts a server without contents.
  void restart(int server) { alive_[static_cast<std::size_t>(server)] = true; }
  /// Rebuilds one row of one member; returns nothing if none can be rebuilt currently.
  std::optional<Traffic> rebuild_next();
  /// Returns the number of missing rows over all members.
  std::uint64_t missing() const;

 private:
  struct Member {
    int server = 0;  ///< kNone if it has no server.
    /// Versions by row, or nothing if missing. A data member has one version, a parity one per line
    /// of the row.
    std::vector<std::optional<std::vector<std::uint64_t>>> rows;
  };
  using Stripe = std::vector<Member>;
  struct StripeElement {
    std::size_t stripe;
    std::size_t member;
    std::size_t row;
  };
  struct Write {
    StripeElement place;
    std::uint64_t before = 0;
    std::vector<std::size_t> members;  ///< Members in write order.
    std::size_t next = 0;
  };
  struct Decoded {
    Outcome outcome = Outcome::kDone;
    std::vector<std::uint64_t> versions;  ///< Version of each line of the row.
  };
  static constexpr int kNone = -1;

  std::size_t data() const { return static_cast<std::size_t>(shape_.protection.data); }
  std::size_t members() const { return static_cast<std::size_t>(shape_.protection.members()); }
  StripeElement place_of(std::uint64_t line) const;
  Decoded decode(const Stripe& stripe, std::size_t row) const;
  std::uint64_t& version_at(StripeElement place, std::size_t member);
  bool there(StripeElement place, std::size_t member) const {
    return stripes_[place.stripe][member].rows[place.row].has_value();
  }
  int host_for(const Stripe& stripe) const;
  bool busy(StripeElement place) const;
  std::optional<Traffic> rebuild(StripeElement place);

  Shape shape_;
  std::vector<bool> alive_;
  std::vector<Stripe> stripes_;
  std::map<std::uint64_t, Write> writes_;  ///< Outstanding writes by line.
  std::uint64_t next_ = 0;                 ///< Row at which the next rebuild search starts.
};

}  // namespace starnuma::paging
