// SPDX-License-Identifier: Apache-2.0
#include "models/base/quantities.h"

#include <array>
#include <cctype>
#include <utility>

#include "models/base/wide.h"

namespace starnuma::base {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t scale;
};

constexpr std::array<Unit, 5> kTimeUnits{
    {{"ps", 1}, {"ns", 1000}, {"us", 1'000'000}, {"ms", 1'000'000'000}, {"s", 1'000'000'000'000}}};
constexpr std::array<Unit, 5> kByteUnits{
    {{"B", 1}, {"KiB", 1LL << 10}, {"MiB", 1LL << 20}, {"GiB", 1LL << 30}, {"TiB", 1LL << 40}}};
constexpr std::array<Unit, 4> kBandwidthUnits{
    {{"B/s", 1}, {"kB/s", 1000}, {"MB/s", 1'000'000}, {"GB/s", 1'000'000'000}}};
constexpr std::array<Unit, 4> kFrequencyUnits{
    {{"Hz", 1}, {"kHz", 1000}, {"MHz", 1'000'000}, {"GHz", 1'000'000'000}}};
constexpr std::array<Unit, 2> kCycleUnits{{{"cycles", 1}, {"cycle", 1}}};

/// Decimal digits with an optional fraction, as an integer and its decimal exponent.
struct Decimal {
  std::int64_t digits = 0;
  std::int64_t divisor = 1;
  std::size_t length = 0;
};

std::optional<Decimal> read_decimal(std::string_view text) {
  Decimal number;
  bool any = false;
  bool fraction = false;
  for (; number.length < text.size(); ++number.length) {
    const char c = text[number.length];
    if (c == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) break;
    if (number.digits > 100'000'000'000'000'000) return std::nullopt;
    number.digits = number.digits * 10 + (c - '0');
    if (fraction) number.divisor *= 10;
    any = true;
  }
  return any ? std::optional(number) : std::nullopt;
}

template <class Quantity, std::size_t N>
std::optional<Quantity> parse(std::string_view text, const std::array<Unit, N>& units) {
  const auto number = read_decimal(text);
  if (!number) return std::nullopt;
  std::string_view rest = text.substr(number->length);
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  for (const Unit& unit : units) {
    if (rest != unit.name) continue;
    const auto divisor = static_cast<Wide>(number->divisor);
    const Wide scaled = static_cast<Wide>(number->digits) * static_cast<Wide>(unit.scale);
    if (scaled % divisor != 0 || scaled / divisor > INT64_MAX) return std::nullopt;
    return Quantity(static_cast<std::int64_t>(scaled / divisor));
  }
  return std::nullopt;
}

/// Formats the value in the largest unit that represents it exactly with three decimals ("2.4 GHz",
/// "16.67 ns").
template <std::size_t N>
std::string print(std::int64_t value, const std::array<Unit, N>& units) {
  for (std::size_t i = units.size(); i-- > 0;) {
    const Unit& unit = units[i];
    const std::int64_t grain = unit.scale % 1000 == 0 ? unit.scale / 1000 : unit.scale;
    if (value < unit.scale || value % grain != 0) continue;
    std::string text = std::to_string(value / unit.scale);
    if (const std::int64_t rest = value % unit.scale; rest != 0) {
      std::string decimals = std::to_string(1000 + rest / grain).substr(1);
      decimals.erase(decimals.find_last_not_of('0') + 1);
      text += "." + decimals;
    }
    return text + " " + std::string(unit.name);
  }
  return std::to_string(value) + " " + std::string(units.front().name);
}

}  // namespace

/// Selects the last convergent of the period's continued fraction with a denominator that leaves
/// room for eight seconds of ticks in 63 bits.
ClockRatio::ClockRatio(Frequency frequency, int steps_per_cycle) : num_(1), den_(0) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 20;
  std::int64_t dividend = 1'000'000'000'000;
  std::int64_t divisor = frequency.value * steps_per_cycle;
  std::int64_t previous_num = 0;
  std::int64_t previous_den = 1;
  while (divisor != 0) {
    const std::int64_t whole = dividend / divisor;
    const std::int64_t den = whole * den_ + previous_den;
    if (den > kLargest) return;
    previous_num = std::exchange(num_, whole * num_ + previous_num);
    previous_den = std::exchange(den_, den);
    dividend = std::exchange(divisor, dividend % divisor);
  }
}

std::optional<Time> parse_time(std::string_view text) { return parse<Time>(text, kTimeUnits); }
std::optional<Bytes> parse_bytes(std::string_view text) { return parse<Bytes>(text, kByteUnits); }
std::optional<Bandwidth> parse_bandwidth(std::string_view text) {
  return parse<Bandwidth>(text, kBandwidthUnits);
}
std::optional<Frequency> parse_frequency(std::string_view text) {
  return parse<Frequency>(text, kFrequencyUnits);
}
std::optional<Cycles> parse_cycles(std::string_view text) {
  return parse<Cycles>(text, kCycleUnits);
}

std::string to_string(Time value) { return print(value.value, kTimeUnits); }
std::string to_string(Bytes value) { return print(value.value, kByteUnits); }
std::string to_string(Bandwidth value) { return print(value.value, kBandwidthUnits); }
std::string to_string(Frequency value) { return print(value.value, kFrequencyUnits); }
std::string to_string(Cycles value) {
  return std::to_string(value.value) + (value.value == 1 ? " cycle" : " cycles");
}

}  // namespace starnuma::base
