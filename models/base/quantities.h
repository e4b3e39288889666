// SPDX-License-Identifier: Apache-2.0
// Physical quantities as types: time, bytes, bandwidth, frequency and clock cycles.
//
// Contract: integers only, so that equal inputs give equal bytes on every host and build type.
// Text forms carry a unit ("80 ns", "3 GB/s", "512 KiB", "2.4 GHz", "14 cycles"); parsers refuse a
// number without one. Decimal prefixes for bandwidth and frequency (GB/s, GHz), binary ones for
// sizes (KiB). Parsers return nothing when the text does not fit; the caller words the error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace starnuma::base {

namespace detail {
/// The arithmetic every additive quantity shares; `Self` keeps unlike quantities from mixing.
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

/// A point or a span of simulated time, in picoseconds.
struct Time : detail::Quantity<Time> {
  using Quantity::Quantity;
  constexpr std::int64_t ps() const { return value; }
  constexpr double ns() const { return static_cast<double>(value) / 1000.0; }
};
/// A size, in bytes.
struct Bytes : detail::Quantity<Bytes> {
  using Quantity::Quantity;
};
/// A transfer rate of one direction, in bytes per second.
struct Bandwidth : detail::Quantity<Bandwidth> {
  using Quantity::Quantity;
  /// Time that `size` occupies the wire, rounded up to a picosecond. Needs a rate above zero.
  constexpr Time time_for(Bytes size) const {
    return Time((size.value * 1'000'000'000'000 + value - 1) / value);
  }
};
/// A clock rate, in hertz.
struct Frequency : detail::Quantity<Frequency> {
  using Quantity::Quantity;
};
/// A count of clock cycles; `ClockRatio` turns it into time.
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

/// A clock as a ratio, so that 2.4 GHz does not drift: one cycle lasts `num / den` picoseconds.
class ClockRatio {
 public:
  /// `steps_per_cycle` divides a cycle further (issue slots of a core); needs frequency > 0.
  explicit ClockRatio(Frequency frequency, int steps_per_cycle = 1);

  /// Ticks are 1/den ps: the unit in which both a step and a picosecond are whole numbers.
  std::int64_t ticks_per_step() const { return num_; }
  std::int64_t ticks_per_ps() const { return den_; }
  /// The time of `n` whole steps from zero, rounded to the nearest picosecond.
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

/// The shortest text that parses back to the same value, in the largest unit that stays exact.
std::string to_string(Time value);
std::string to_string(Bytes value);
std::string to_string(Bandwidth value);
std::string to_string(Frequency value);
std::string to_string(Cycles value);

}  // namespace starnuma::base
