// SPDX-License-Identifier: Apache-2.0
#include "testbenches/memory/stream.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <random>

#include "models/base/check.h"
#include "models/base/ids.h"
#include "models/base/nearest.h"

namespace starnuma::memory_bench {
namespace {

constexpr std::array<const char*, 7> kNames{"sequential", "random", "stride", "loop",
                                            "drawn",      "turn",   "readers"};
constexpr int kMostStreams = 64;
constexpr int kMostLines = 1 << 20;
constexpr std::uint64_t kRandomLines = std::uint64_t{1} << 26;
constexpr std::uint64_t kFirstWrite = (std::uint64_t{1} << 27) + 12345 * 64;

[[noreturn]] void refuse(const std::string& text, const std::string& expected) {
  throw base::InputError("stream \"", text, "\": ", expected);
}

/// Removes "<mark>rest" from the end of `text`; returns the rest if the mark is there.
std::optional<std::string> take_after(std::string& text, char mark) {
  const auto at = text.find(mark);
  if (at == std::string::npos) return std::nullopt;
  std::string rest = text.substr(at + 1);
  text.resize(at);
  return rest;
}

std::optional<int> whole(std::string_view text, int low, int high) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (value < low || value > high) return std::nullopt;
  return value;
}

/// Reads "<first><mark><second>", two whole numbers from `low`, 1 to the highest values.
bool read_pair(const std::string& text, char mark, int high_first, int low_second, int high_second,
               int& first, int& second) {
  std::string left = text;
  const auto right = take_after(left, mark);
  const auto a = whole(left, 1, high_first);
  const auto b = right ? whole(*right, low_second, high_second) : std::nullopt;
  if (!a || !b) return false;
  first = *a;
  second = *b;
  return true;
}

StreamKind kind_of(const std::string& text, const std::string& name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (name == kNames[i]) return static_cast<StreamKind>(i);
  }
  refuse(text, "unknown name \"" + name + "\", " +
                   base::suggestion(name, {kNames.begin(), kNames.end()}));
}

void read_count(const std::string& text, const std::optional<std::string>& count, Stream& stream) {
  const std::string name = kNames[static_cast<std::size_t>(stream.kind)];
  switch (stream.kind) {
    case StreamKind::kSequential:
    case StreamKind::kRandom:
      if (count) refuse(text, "expected no number after " + name);
      return;
    case StreamKind::kReaders:
      if (!count || !read_pair(*count, 'x', kMostStreams, 1, 1024, stream.count, stream.each)) {
        refuse(text, "expected readers:NxM with N from 1 to 64 and M from 1 to 1024");
      }
      if (stream.writes > 0 || stream.open_loop()) {
        refuse(text, "readers take neither +READS/WRITES nor @LOAD");
      }
      return;
    default:
      break;
  }
  const bool streams = stream.kind == StreamKind::kDrawn || stream.kind == StreamKind::kTurn;
  const int most = streams ? kMostStreams : kMostLines;
  const auto value = count ? whole(*count, 1, most) : std::nullopt;
  if (!value) refuse(text, "expected " + name + ":N with N from 1 to " + std::to_string(most));
  stream.count = *value;
}

}  // namespace

Stream parse_stream(const std::string& text) {
  std::string name = text;
  Stream stream;
  if (const auto load = take_after(name, '@')) {
    const auto percent = whole(*load, 1, 100);
    if (!percent) refuse(text, "expected @LOAD with a whole percentage of the peak from 1 to 100");
    stream.load_percent = *percent;
  }
  if (const auto mix = take_after(name, '+')) {
    if (!read_pair(*mix, '/', 100, 0, 100, stream.reads, stream.writes)) {
      refuse(text, "expected +READS/WRITES with READS from 1 to 100 and WRITES from 0 to 100");
    }
  }
  const auto count = take_after(name, ':');
  stream.kind = kind_of(text, name);
  read_count(text, count, stream);
  return stream;
}

std::string to_string(const Stream& stream) {
  std::string text = kNames[static_cast<std::size_t>(stream.kind)];
  if (stream.kind > StreamKind::kRandom) text += ":" + std::to_string(stream.count);
  if (stream.kind == StreamKind::kReaders) text += "x" + std::to_string(stream.each);
  if (stream.writes > 0) {
    text += "+" + std::to_string(stream.reads) + "/" + std::to_string(stream.writes);
  }
  if (stream.open_loop()) text += "@" + std::to_string(stream.load_percent);
  return text;
}

std::vector<std::uint64_t> first_lines(int streams, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> lines;
  for (int s = 0; s < streams; ++s) lines.push_back(random() % kRandomLines);
  return lines;
}

std::vector<Request> requests_of(const Stream& stream, int requests, base::Bandwidth peak,
                                 std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> next(kMostStreams);
  for (std::uint64_t& line : next) line = random() % kRandomLines;
  const auto count = static_cast<std::uint64_t>(stream.count);
  const auto period = static_cast<std::uint64_t>(stream.reads + stream.writes);
  const auto reads = static_cast<std::uint64_t>(stream.reads);
  std::uint64_t read = 0;
  std::uint64_t written = kFirstWrite;
  std::vector<Request> all(static_cast<std::size_t>(requests));
  for (std::size_t i = 0; i < all.size(); ++i) {
    Request& request = all[i];
    const bool drawn = stream.kind == StreamKind::kRandom;
    request.write = (drawn ? random() : i) % period >= reads;
    switch (stream.kind) {
      case StreamKind::kSequential:
      case StreamKind::kStride:
        request.line = count * (request.write ? written++ : read++);
        break;
      case StreamKind::kRandom:
        request.line = random() % kRandomLines;
        break;
      case StreamKind::kLoop:
        request.line = read++ % count;
        break;
      case StreamKind::kDrawn:
        request.line = next[random() % count]++;
        break;
      default:
        request.line = next[i % count]++;
        break;
    }
  }
  if (!stream.open_loop()) return all;
  const double mean_ps = static_cast<double>(base::kLineBytes) * 1e12 * 100 /
                         (static_cast<double>(peak.value) * stream.load_percent);
  double at = 0;
  for (Request& request : all) {
    at -= mean_ps * std::log1p(-std::ldexp(static_cast<double>(random() >> 11), -53));
    request.at = base::Time(static_cast<std::int64_t>(at));
  }
  return all;
}

}  // namespace starnuma::memory_bench
