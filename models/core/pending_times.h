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
  /// Is told that a time is known; it may then ask for others, and begin and end them. Of one name
  /// at a time.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void on_known(Ticks name) = 0;

   private:
    friend class PendingTimes;
    Listener* next_ = nullptr;  ///< Of the same name.
  };

  /// The latest of any number of times and names.
  class Latest {
   public:
    Latest(PendingTimes& times, Ticks known) : times_(times), known_(known) {}
    /// A name that is known becomes its time.
    void add(Ticks& time);
    /// A name, where that is not known yet. Once, after all have been added.
    Ticks get() const;

   private:
    PendingTimes& times_;
    Ticks known_;
    std::uint64_t whole_ = kNone;  ///< The entry of those that are not known.
  };

  /// Those of the process: one simulation runs in it.
  static PendingTimes& all() { return all_; }

  static bool is_name(Ticks ticks) { return ticks >= kFirstName; }

  /// A name for whoever has so many ticks in a picosecond; a multiple of that.
  Ticks begin(std::int64_t ticks_per_ps);
  /// The later of two times or names: a name, where that is not known yet.
  Ticks later(Ticks a, Ticks b);
  void end(Ticks name, Ticks done);
  bool known(Ticks name) const {
    if (!is_name(name)) return true;
    const Entry* const entry = find(name);
    return entry == nullptr || entry->missing == 0;
  }
  /// Of a name that is known, or the time itself.
  Ticks at(Ticks name) const {
    if (!is_name(name)) return name;
    const Entry* const entry = find(name);
    return entry != nullptr ? entry->done : 0;
  }
  /// Whether a name that is not known is among those that another stands for the latest of.
  bool is_part(Ticks part, Ticks whole) const;
  /// Tells the listener, once, of a name that is not known yet.
  void tell(Ticks name, Listener& listener);
  /// Names that are not known.
  std::size_t pending() const { return pending_; }

 private:
  /// 2^50: three minutes of simulated time at six ticks a picosecond.
  static constexpr Ticks kFirstName = Ticks{1} << 50;
  static constexpr std::uint64_t kFirstRing = 1024;
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  /// In one host cache line.
  struct alignas(64) Entry {
    Ticks name = 0;
    std::uint64_t number = 0;
    std::int64_t ticks_per_ps = 0;
    Ticks done = 0;    ///< The latest so far of what it is made of.
    int missing = 0;   ///< Of that, what is not known yet; zero: the time is known.
    int part_of = -1;  ///< Links to entries that it is a part of, a ring: the last one.
    Listener* listeners = nullptr;  ///< A ring too.
  };
  struct Link {
    std::uint64_t whole;
    int next;
  };

  struct Told {
    Listener* listener;
    Ticks name;
  };

  Entry& entry_at(std::uint64_t number) { return ring_[number & (ring_.size() - 1)]; }
  /// The entry of a name; null: long known.
  const Entry* find(Ticks name) const;
  /// Of a name that is not known.
  Entry& pending_entry(Ticks name);
  void learn(std::int64_t ticks_per_ps);
  Entry& enter(std::int64_t ticks_per_ps);
  void link(Entry& part, Entry& whole);
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
  std::vector<Link> links_;
  int free_link_ = -1;
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
