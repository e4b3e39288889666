// SPDX-License-Identifier: Apache-2.0
// Completion tokens: placeholders for completion times of outstanding accesses. A `When` is a time
// or a token. Only delivery in SystemC time uses tokens.
//
// Contract:
// - Clocks and arithmetic accept known times only, never a token.
// - A token stays valid indefinitely. at() returns zero for a token that was resolved long ago,
//   which is as good as any past time.
// - Times are in ticks of one core. They combine only with times and tokens of that core.
// - No SystemC.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/base/quantities.h"
#include "models/base/wide.h"
#include "models/core/core_config.h"

namespace starnuma::core {

using Ticks = std::int64_t;

/// Time of a core in ticks, or a token for a time that is not known yet; default: time zero.
class When {
 public:
  constexpr When() = default;
  constexpr explicit When(Ticks known) : bits_(static_cast<std::uint64_t>(known)) {}

  bool is_token() const { return static_cast<std::int64_t>(bits_) < 0; }
  /// Precondition: the time is known.
  Ticks ticks() const { return static_cast<Ticks>(bits_); }
  /// Returns true if it is a time and not later than `now`.
  bool has_passed(Ticks now) const { return bits_ <= static_cast<std::uint64_t>(now); }
  /// Returns a token unchanged, and a time raised to `earliest`.
  When not_before(Ticks earliest) const { return has_passed(earliest) ? When(earliest) : *this; }
  /// Times precede tokens. Tokens are in the order of their allocation.
  friend bool operator<(When a, When b) { return a.bits_ < b.bits_; }
  friend bool operator==(When a, When b) { return a.bits_ == b.bits_; }
  friend bool operator!=(When a, When b) { return a.bits_ != b.bits_; }

 private:
  friend class PendingTimes;
  static constexpr std::uint64_t kToken = std::uint64_t{1} << 63;
  static When token(std::uint64_t number) {
    When when;
    when.bits_ = kToken | number;
    return when;
  }
  std::uint64_t number() const { return bits_ & ~kToken; }

  std::uint64_t bits_ = 0;
};

class PendingTimes {
 public:
  /// Listener for the resolution of one token at a time. The callback may subscribe to, begin and
  /// end other tokens.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void on_resolved(When token) = 0;

   private:
    friend class PendingTimes;
    Listener* next_ = nullptr;  ///< Next listener of the same token.
  };

  /// Maximum of any number of times and tokens.
  class Latest {
   public:
    Latest(PendingTimes& times, Ticks known) : times_(times), known_(known) {}
    /// Adds a time or token. Replaces a resolved token by its time.
    void add(When& time) { time.is_token() ? add_token(time) : add_known(time.ticks()); }
    /// Returns the maximum, or a token if it is not known yet. Called once, after the last add().
    When get() const;

   private:
    void add_known(Ticks time) { known_ = std::max(known_, time); }
    void add_token(When& token);

    PendingTimes& times_;
    Ticks known_;
    std::uint64_t whole_ = kNone;  ///< Entry that collects the unresolved tokens.
  };

  /// Instance of the process, which runs one simulation.
  static PendingTimes& all() { return all_; }

  /// Allocates a completion token.
  When allocate();
  /// Returns the later of two times or tokens; a token if it is not known yet.
  When max(When a, When b);
  void complete(When token, Ticks done);
  bool resolved(When token) const {
    if (!token.is_token()) return true;
    const Entry* const entry = find(token);
    return entry == nullptr || entry->missing == 0;
  }
  /// Returns the time of a resolved token, or the given time itself.
  Ticks at(When token) const {
    if (!token.is_token()) return token.ticks();
    const Entry* const entry = find(token);
    return entry != nullptr ? entry->done : 0;
  }
  /// Returns true if the unresolved token `part` contributes to the maximum `whole`.
  bool is_part(When part, When whole) const;
  /// Notifies `listener` once when `token` is resolved. Precondition: it is not resolved yet.
  void subscribe(When token, Listener& listener);
  /// Number of unresolved tokens.
  std::size_t pending() const { return pending_; }

 private:
  static constexpr std::uint64_t kFirstRing = 1024;
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  /// Two entries occupy one host cache line.
  struct alignas(32) Entry {
    When token;
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
    When token;
  };

  Entry& entry_at(std::uint64_t number) { return ring_[number & (ring_.size() - 1)]; }
  /// Returns the entry of a token, or null if it was resolved long ago.
  const Entry* find(When token) const {
    const Entry& entry = ring_[token.number() & (ring_.size() - 1)];
    return entry.token == token ? &entry : nullptr;
  }
  /// Returns the entry of an unresolved token.
  Entry& pending_entry(When token);
  Entry& enter();
  void link(Entry& part, Entry& whole);
  void grow();

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

/// Returns the later of two times or tokens; a token if it is not known yet.
inline When latest(When a, When b) {
  const When last = std::max(a, b);
  return __builtin_expect(last.is_token(), 0) ? PendingTimes::all().max(a, b) : last;
}

/// Clock of a core: converts between times and ticks. An issue slot and a picosecond are whole
/// numbers of ticks.
class TickClock {
 public:
  explicit TickClock(const base::ClockRatio& slots)
      : ticks_per_ps_(slots.ticks_per_ps()),
        reciprocal_(((std::uint64_t{1} << kShift) + static_cast<std::uint64_t>(ticks_per_ps_) - 1) /
                    static_cast<std::uint64_t>(ticks_per_ps_)) {}

  std::int64_t ticks_per_ps() const { return ticks_per_ps_; }
  Ticks ticks_of(base::Time time) const { return time.ps() * ticks_per_ps_; }
  /// Returns the time of a tick count, rounded down; at most one picosecond late at odd clocks.
  base::Time time_of(Ticks ticks) const {
    const base::Wide product =
        static_cast<base::Wide>(static_cast<std::uint64_t>(ticks)) * reciprocal_;
    return base::Time(static_cast<std::int64_t>(product >> kShift));
  }

 private:
  static constexpr int kShift = 62;

  std::int64_t ticks_per_ps_;
  std::uint64_t reciprocal_;  ///< ceil(2^62 / ticks_per_ps).
};

}  // namespace starnuma::core
