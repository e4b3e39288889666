// SPDX-License-Identifier: Apache-2.0
// Memory of a logical pool that outlives crashes of the servers it lies on.
//
// Contract: lines lie in stripes of `data` members and `parity` ones, each on another server; of
// a row of lines, one of each member, any `data` give all others. So data 1, parity 0 is no
// protection, data 1, parity m are m copies more, and others are erasure codes. Contents are
// versions: each write of a line makes the next one. A write goes from member to member, a message
// each (begin_write(), then advance() until it says so): parities first, each keeping what it had,
// and last the member that answers reads, which is the line's own, or else the first parity there
// is; that is when the write is made. If that server crashes before, the others take back what they
// had, and the write has not been made; if another one does, the write goes on. So a read returns
// the last write made, whoever crashes between any two messages, as long as `data` members of the
// row are left; a line that is not there and that they do not give is lost, and every access to it
// is refused. rebuild_next() makes a lost member again, row by row, on a server that has none of
// its stripe; without one the stripe stays as it is. A row with a write under way is not rebuilt,
// and where its parities differ, reads from them retry. Traffic: lines read and written, wherever;
// to change a coded line takes a read of it. Not modelled: the code's own arithmetic, crashes that
// are not noticed at once. Pure: no time, no SystemC.
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
    int servers = 0;  ///< At least as many as members.
    std::uint64_t stripes = 0;
    std::uint64_t rows = 0;  ///< Lines of a member.
  };
  enum class Outcome : std::uint8_t {
    kDone,
    kRetry,  ///< a write to the row, or the line, is under way
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
    bool made;  ///< The write is complete.
    Traffic traffic;
  };

  explicit ProtectedRegion(const Shape& shape);

  std::uint64_t lines() const;
  Answer read(std::uint64_t line) const;
  /// The version that the write will make.
  Answer begin_write(std::uint64_t line);
  /// The next message of the write that is under way.
  Advance advance(std::uint64_t line);
  bool writing(std::uint64_t line) const { return writes_.count(line) != 0; }

  /// What was on the server is gone. Returns the writes to parities that were taken back.
  Traffic crash(int server);
  /// It comes back, empty.
  void restart(int server) { alive_[static_cast<std::size_t>(server)] = true; }
  /// One row of one member; nothing where none can be rebuilt now.
  std::optional<Traffic> rebuild_next();
  /// Rows of members that are not there.
  std::uint64_t missing() const;

 private:
  struct Member {
    int server = 0;  ///< kNone: of no server.
    /// By row: not there, or the line's version; of a parity, those of all the row's lines.
    std::vector<std::optional<std::vector<std::uint64_t>>> rows;
  };
  using Stripe = std::vector<Member>;
  struct Place {
    std::size_t stripe;
    std::size_t member;
    std::size_t row;
  };
  struct Write {
    Place place;
    std::uint64_t before = 0;
    std::vector<std::size_t> members;  ///< In the order in which they are written.
    std::size_t next = 0;
  };
  struct Decoded {
    Outcome outcome = Outcome::kDone;
    std::vector<std::uint64_t> versions;  ///< Of the row's lines.
  };
  static constexpr int kNone = -1;

  std::size_t data() const { return static_cast<std::size_t>(shape_.protection.data); }
  std::size_t members() const { return static_cast<std::size_t>(shape_.protection.members()); }
  Place place_of(std::uint64_t line) const;
  Decoded decode(const Stripe& stripe, std::size_t row) const;
  std::uint64_t& version_at(Place place, std::size_t member);
  bool there(Place place, std::size_t member) const {
    return stripes_[place.stripe][member].rows[place.row].has_value();
  }
  int host_for(const Stripe& stripe) const;
  bool busy(Place place) const;
  std::optional<Traffic> rebuild(Place place);

  Shape shape_;
  std::vector<bool> alive_;
  std::vector<Stripe> stripes_;
  std::map<std::uint64_t, Write> writes_;  ///< Under way, by line.
  std::uint64_t next_ = 0;                 ///< Row that is looked at first for a rebuild.
};

}  // namespace starnuma::paging
