// SPDX-License-Identifier: Apache-2.0
// Types of physical quantities: time, size, bandwidth, frequency and clock cycles.
//
// Contract:
// - Values are integers, so that equal inputs give equal results on every host and build type.
// - Text has a unit ("80 ns", "3 GB/s", "512 KiB", "2.4 GHz", "14 cycles"). Parsers reject a number
//   without a unit.
// - Bandwidth and frequency use decimal prefixes (GB/s, GHz), sizes use binary ones (KiB).
// - Parsers return nothing for malformed text; the caller formulates the error message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace starnuma::base {

namespace detail {
/// Arithmetic of additive quantities; `Self` prevents the mixing of different quantities.
template <class Self>
struct Quantity {
  std::int64_t value = 0;

  constexpr Quantity() = default;
  constexpr explicit Quantity(std::int64_t v) : value(v) {}
  friend constexpr Self operator+(Self a, Self b) { return Self(a.value + b.value); }
  friend constexpr Self operator-(Self a, Self b) { return Self(a.value - b.value); }
  friend constexpr Self operator*(Self a, std::int64_t n) { return Self(a.value * n); }
  friend constexpr Self operator*(std::int64_t n, Self a) { return Self(a.value * n); }
  friend constexpr Self operator/(Self a, std::int64_t n) { return Self(a.value / n); }
  friend constexpr std::int64_t operator/(Self a, Self b) { return a.value / b.value; }
  friend constexpr Self& operator+=(Self& a, Self b) { return a.value += b.value, a; }
  friend constexpr Self& operator-=(Self& a, Self b) { return a.value -= b.value, a; }
  friend constexpr bool operator==(Self a, Self b) { return a.value == b.value; }
  friend constexpr bool operator!=(Self a, Self b) { return a.value != b.value; }
  friend constexpr bool operator<(Self a, Self b) { return a.value < b.value; }
  friend constexpr bool operator<=(Self a, Self b) { return a.value <= b.value; }
  friend constexpr bool operator>(Self a, Self b) { return a.value > b.value; }
  friend constexpr bool operator>=(Self a, Self b) { return a.value >= b.value; }
};
}  // namespace detail

/// Point in simulated time, or a duration, in picoseconds.
struct Time : detail::Quantity<Time> {
  using Quantity::Quantity;
  constexpr std::int64_t ps() const { return value; }
  constexpr double ns() const { return static_cast<double>(value) / 1000.0; }
};
/// Size in bytes.
struct Bytes : detail::Quantity<Bytes> {
  using Quantity::Quantity;
};
/// Transfer rate of one direction, in bytes per second.
struct Bandwidth : detail::Quantity<Bandwidth> {
  using Quantity::Quantity;
  /// Returns the serialization time of `size` bytes, rounded up to a picosecond. Precondition: the
  /// rate is above zero.
  constexpr Time time_for(Bytes size) const {
    return Time((size.value * 1'000'000'000'000 + value - 1) / value);
  }
};
/// Clock frequency in hertz.
struct Frequency : detail::Quantity<Frequency> {
  using Quantity::Quantity;
};
/// Number of clock cycles; `ClockRatio` converts it to time.
struct Cycles : detail::Quantity<Cycles> {
  using Quantity::Quantity;
};

namespace literals {
constexpr Time operator""_ps(unsigned long long v) { return Time(static_cast<std::int64_t>(v)); }
constexpr Time operator""_ns(unsigned long long v) {
  return Time(static_cast<std::int64_t>(v) * 1000);
}
constexpr Bytes operator""_B(unsigned long long v) { return Bytes(static_cast<std::int64_t>(v)); }
constexpr Bytes operator""_KiB(unsigned long long v) {
  return Bytes(static_cast<std::int64_t>(v) * 1024);
}
constexpr Bandwidth operator""_MBps(unsigned long long v) {
  return Bandwidth(static_cast<std::int64_t>(v) * 1'000'000);
}
}  // namespace literals

/// Clock period of `num / den` ps: exact, so that 2.4 GHz does not drift, if `den` is at most 2^20.
class ClockRatio {
 public:
  /// Divides each cycle into `steps_per_cycle` steps (issue slots of a core). Precondition:
  /// frequency > 0.
  explicit ClockRatio(Frequency frequency, int steps_per_cycle = 1);

  /// Length of a step in ticks of 1/den ps, the unit in which steps and picoseconds are both
  /// integers.
  std::int64_t ticks_per_step() const { return num_; }
  std::int64_t ticks_per_ps() const { return den_; }
  /// Returns the time of `n` whole steps from zero, rounded to the nearest picosecond.
  Time time_of(std::int64_t n) const { return Time((n * num_ + den_ / 2) / den_); }

 private:
  std::int64_t num_;
  std::int64_t den_;
};

std::optional<Time> parse_time(std::string_view text);            ///< "80 ns", "1.5 us", "20 ps"
std::optional<Bytes> parse_bytes(std::string_view text);          ///< "64 B", "32 KiB", "48 GiB"
std::optional<Bandwidth> parse_bandwidth(std::string_view text);  ///< "3 GB/s", "800 MB/s"
std::optional<Frequency> parse_frequency(std::string_view text);  ///< "2.4 GHz"
std::optional<Cycles> parse_cycles(std::string_view text);        ///< "14 cycles", "1 cycle"

/// Returns the shortest text that parses to the same value, in the largest unit that is exact.
std::string to_string(Time value);
std::string to_string(Bytes value);
std::string to_string(Bandwidth value);
std::string to_string(Frequency value);
std::string to_string(Cycles value);

}  // namespace starnuma::base
