// SPDX-License-Identifier: Apache-2.0
// Times of accesses under way, which nobody knows yet: each has a name that stands where a time
// does, until it is known. Delivery in SystemC time has them; in immediate delivery every time is
// known.
//
// Contract: a name is a time in ticks that no run reaches. It is good for ever: of one that has
// long been known, at() says zero, which is as good as any time in the past. Names of one core's
// accesses are in its own ticks; they are combined with each other and with times in those. No
// SystemC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace starnuma::core {

using Ticks = std::int64_t;

class PendingTimes {
 public:
  /// Is told that a time is known; it may then ask for others, and begin and end them.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void on_known(Ticks name) = 0;
  };

  /// Those of the process: one simulation runs in it.
  static PendingTimes& all() { return all_; }

  static bool is_name(Ticks ticks) { return ticks >= kFirstName; }

  /// A name for whoever has so many ticks in a picosecond; a multiple of that.
  Ticks begin(std::int64_t ticks_per_ps);
  /// The later of two times or names: a name, where that is not known yet.
  Ticks later(Ticks a, Ticks b);
  void end(Ticks name, Ticks done);
  bool known(Ticks name) const { return !is_name(name) || find(name) == nullptr; }
  /// Of a name that is known, or the time itself.
  Ticks at(Ticks name) const;
  /// Tells the listener, once, of a name that is not known yet.
  void tell(Ticks name, Listener& listener);
  /// Names that are not known.
  std::size_t pending() const { return pending_; }

 private:
  /// 2^50: three minutes of simulated time at six ticks a picosecond.
  static constexpr Ticks kFirstName = Ticks{1} << 50;
  static constexpr std::uint64_t kFirstRing = 1024;

  struct Entry {
    std::int64_t ticks_per_ps = 0;
    std::uint64_t number = 0;
    Ticks done = 0;   ///< The latest so far of what it is made of.
    int missing = 0;  ///< Of that, what is not known yet; zero: the time is known.
    std::vector<std::uint64_t> parts_of;  ///< Entries that it is a part of.
    std::vector<Listener*> listeners;
  };

  struct Told {
    Listener* listener;
    Ticks name;
  };

  static Ticks name_of(const Entry& entry) {
    return (kFirstName + static_cast<Ticks>(entry.number)) * entry.ticks_per_ps;
  }
  Entry& entry_at(std::uint64_t number) { return ring_[number & (ring_.size() - 1)]; }
  const Entry& entry_at(std::uint64_t number) const { return ring_[number & (ring_.size() - 1)]; }
  /// Of two times: what is known of one, or the entry that is not.
  struct Part {
    Ticks time;
    const Entry* pending;
  };
  Part part(Ticks time) const;
  void learn(std::int64_t ticks_per_ps);
  Entry& enter(std::int64_t ticks_per_ps, int missing);
  /// The entry of a name; null: long known. With `kept` also of one that is known.
  const Entry* find(Ticks name, bool kept = false) const;
  void grow();

  /// A `ticks_per_ps`, and what divides by it: 2^64 / it, rounded up.
  struct Scale {
    std::int64_t ticks_per_ps;
    std::uint64_t reciprocal;
  };
  std::vector<Scale> scales_;  ///< Every one there is; one where cores are alike.
  std::vector<Entry> ring_ = std::vector<Entry>(kFirstRing);  ///< By number: the latest ones.
  std::uint64_t next_ = 0;
  std::size_t pending_ = 0;
  std::vector<std::uint64_t> ending_;  ///< What end() finds known, from part to whole.
  std::vector<Told> told_;             ///< Room for end().
  static PendingTimes all_;
};

/// The later of two times, either of which may be a name.
inline Ticks later(Ticks a, Ticks b) {
  const Ticks latest = std::max(a, b);
  if (__builtin_expect(PendingTimes::is_name(latest), 0)) return PendingTimes::all().later(a, b);
  return latest;
}

}  // namespace starnuma::core
