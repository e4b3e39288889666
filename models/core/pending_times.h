// SPDX-License-Identifier: Apache-2.0
// Completion tokens: placeholders for completion times of outstanding accesses. A token is used
// like a time until the time is known. Only delivery in SystemC time uses tokens.
//
// Contract:
// - A token is a tick count above any simulated time.
// - A token stays valid indefinitely. at() returns zero for a token that was resolved long ago,
//   which is as good as any past time.
// - Tokens of a core's accesses are in ticks of that core. They combine only with times and tokens
//   in the same ticks.
// - No SystemC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace starnuma::core {

using Ticks = std::int64_t;

class PendingTimes {
 public:
  /// Listener for the resolution of one token at a time. The callback may subscribe to, begin and
  /// end other tokens.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void on_resolved(Ticks token) = 0;

   private:
    friend class PendingTimes;
    Listener* next_ = nullptr;  ///< Next listener of the same token.
  };

  /// Maximum of any number of times and tokens.
  class Latest {
   public:
    Latest(PendingTimes& times, Ticks known) : times_(times), known_(known) {}
    /// Adds a time or token. Replaces a resolved token by its time.
    void add(Ticks& time) { is_token(time) ? add_token(time) : add_known(time); }
    /// Returns the maximum, or a token if it is not known yet. Called once, after the last add().
    Ticks get() const;

   private:
    void add_known(Ticks time) { known_ = std::max(known_, time); }
    void add_token(Ticks& token);

    PendingTimes& times_;
    Ticks known_;
    std::uint64_t whole_ = kNone;  ///< Entry that collects the unresolved tokens.
  };

  /// Instance of the process, which runs one simulation.
  static PendingTimes& all() { return all_; }

  static bool is_token(Ticks ticks) { return ticks >= kFirstToken; }

  /// Allocates a completion token for a core with `ticks_per_ps` ticks per picosecond. The token is
  /// a multiple of `ticks_per_ps`.
  Ticks allocate(std::int64_t ticks_per_ps);
  /// Returns the later of two times or tokens; a token if it is not known yet.
  Ticks max(Ticks a, Ticks b);
  void complete(Ticks token, Ticks done);
  bool resolved(Ticks token) const {
    if (!is_token(token)) return true;
    const Entry* const entry = find(token);
    return entry == nullptr || entry->missing == 0;
  }
  /// Returns the time of a resolved token, or the given time itself.
  Ticks at(Ticks token) const {
    if (!is_token(token)) return token;
    const Entry* const entry = find(token);
    return entry != nullptr ? entry->done : 0;
  }
  /// Returns true if the unresolved token `part` contributes to the maximum `whole`.
  bool is_part(Ticks part, Ticks whole) const;
  /// Notifies `listener` once when `name` is resolved. Precondition: it is not resolved yet.
  void subscribe(Ticks token, Listener& listener);
  /// Number of unresolved tokens.
  std::size_t pending() const { return pending_; }

 private:
  /// 2^50 ticks: three minutes of simulated time at six ticks per picosecond.
  static constexpr Ticks kFirstToken = Ticks{1} << 50;
  static constexpr std::uint64_t kFirstRing = 1024;
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  /// Occupies one host cache line.
  struct alignas(64) Entry {
    Ticks token = 0;
    std::uint64_t number = 0;
    std::int64_t ticks_per_ps = 0;
    Ticks done = 0;    ///< Current maximum of the resolved parts.
    int missing = 0;   ///< Number of unresolved parts; zero if the time is known.
    int part_of = -1;  ///< Last element of the ring of links to maxima that contain this entry.
    Listener* listeners = nullptr;  ///< Ring of listeners.
  };
  struct Link {
    std::uint64_t whole;
    int next;
  };

  struct Notification {
    Listener* listener;
    Ticks token;
  };

  Entry& entry_at(std::uint64_t number) { return ring_[number & (ring_.size() - 1)]; }
  /// Returns the entry of a token, or null if it was resolved long ago.
  const Entry* find(Ticks token) const;
  /// Returns the entry of an unresolved token.
  Entry& pending_entry(Ticks token);
  void add_scale(std::int64_t ticks_per_ps);
  Entry& enter(std::int64_t ticks_per_ps);
  void link(Entry& part, Entry& whole);
  void grow();

  /// Tick rate of a core with its reciprocal for division: 2^64 / ticks_per_ps, rounded up.
  struct Scale {
    std::int64_t ticks_per_ps;
    std::uint64_t reciprocal;
  };
  std::vector<Scale> scales_;  ///< All tick rates in use: one if all cores are alike.
  /// Latest entries, indexed by number.
  std::vector<Entry> ring_ = std::vector<Entry>(kFirstRing);
  std::uint64_t next_ = 0;
  std::size_t pending_ = 0;
  std::vector<Link> links_;
  int free_link_ = -1;
  /// Work list of end(): entries that became known, parts before maxima.
  std::vector<std::uint64_t> ending_;
  std::vector<Notification> notifications_;  ///< Scratch storage of end().
  static PendingTimes all_;
};

/// Returns the later of two values, each a time or a token.
inline Ticks max_time(Ticks a, Ticks b) {
  const Ticks latest = std::max(a, b);
  if (__builtin_expect(PendingTimes::is_token(latest), 0)) return PendingTimes::all().max(a, b);
  return latest;
}

}  // namespace starnuma::core
