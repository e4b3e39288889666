// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/stream.h"

#include <algorithm>

#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

constexpr std::uint64_t kArrays = 3;

/// Returns a vector of a small integer, for which every result is exact.
StreamData::Vector filled(std::uint64_t value) {
  StreamData::Vector vector{};
  vector.lanes.fill(static_cast<double>(value));
  return vector;
}

}  // namespace

void Stream::build(base::Arena& arena) {
  constexpr std::uint64_t kLinesPerPage = base::kLinesPerPage;
  threads_ = static_cast<std::uint64_t>(arena.threads());
  const auto bytes = static_cast<std::uint64_t>(footprint().size.value);
  const std::uint64_t lines = bytes / kArrays / base::kLineBytes;
  const std::uint64_t pages = std::max<std::uint64_t>(1, lines / threads_ / kLinesPerPage);
  block_ = pages * kLinesPerPage;
  streamed_ =
      std::max<std::uint64_t>(1, block_ * static_cast<std::uint64_t>(parameters_.percent) / 100);
  const auto array = [&](std::string_view name) {
    return arena.allocate<StreamData::Vector>(name, threads_ * block_, base::Touch::blocked());
  };
  data_.a = array("stream.a");
  data_.b = array("stream.b");
  data_.c = array("stream.c");
  for (std::uint64_t i = 0; i < data_.b.size; ++i) {
    data_.b.data[i] = filled(i % 1024);
    data_.c.data[i] = filled(i % 37);
  }
}

std::vector<std::string> Stream::check() const {
  const double s = factor(parameters_.trials);
  for (std::uint64_t i = 0; i < data_.a.size; ++i) {
    for (std::size_t lane = 0; lane < data_.a.data[i].lanes.size(); ++lane) {
      const double sum = data_.b.data[i].lanes[lane] + s * data_.c.data[i].lanes[lane];
      const double expected = i % block_ < streamed_ ? sum : 0;
      if (data_.a.data[i].lanes[lane] == expected) continue;
      return {"stream: a[" + std::to_string(i * data_.a.data[i].lanes.size() + lane) + "] is " +
              std::to_string(data_.a.data[i].lanes[lane]) + ", not " + std::to_string(expected)};
    }
  }
  return {};
}

void Stream::report(accounting::StatWriter& out) const {
  accounting::StatWriter stream = out.under("stream");
  stream.write("array_bytes", data_.a.size * sizeof(StreamData::Vector), "bytes",
               "size of each of the three arrays");
  stream.write("lines_per_pass", threads_ * streamed_, "1",
               "lines of each array that a pass covers");
  stream.write("trials", parameters_.trials, "1", "measured passes");
}

std::uint64_t Stream::work_units() const {
  return threads_ * streamed_ * static_cast<std::uint64_t>(parameters_.trials);
}

std::string Stream::measured() const {
  return std::to_string(parameters_.trials) + (parameters_.trials == 1 ? " pass" : " passes") +
         ", after one that is not measured";
}

Definition define_stream() {
  return KernelDefinition<Stream>(
             "stream", "the triad a = b + s * c, every thread over its own block: bandwidth")
      .scale()
      .number("trials", &StreamParameters::trials, 1, 64)
      .number("percent", &StreamParameters::percent, 1, 100);
}

}  // namespace starnuma::stimulus
