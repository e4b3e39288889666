// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/bench/bench_memory_reference.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/files/home_folder.h"
#include "platforms/config/load.h"
#include "platforms/config/reader.h"

namespace starnuma::app {

namespace {

constexpr double kDefaultTolerance = 10;

struct ReferenceRow {
  std::string part;
  std::string stream;
  int outstanding = 0;
  std::optional<std::string> set;
  std::optional<double> gb_per_s;
  std::optional<double> mean_ns;
  std::optional<double> tolerance_percent;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("part", part, "shipped part");
    v.field("stream", stream, "stream of bench memory");
    v.field("outstanding", outstanding, "outstanding requests of a data bus",
            base::between(1, 1024));
    v.field("set", set, "fields that differ from the part");
    v.field("gb_per_s", gb_per_s, "bandwidth");
    v.field("mean_ns", mean_ns, "mean latency of reads");
    v.field("tolerance_percent", tolerance_percent, "accepted difference");
  }
};

struct ReferenceFile {
  std::string kind;
  std::string simulator;
  double tolerance_percent = 0;
  std::vector<ReferenceRow> rows;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("kind", kind, "reference");
    v.field("simulator", simulator, "simulator that was measured");
    v.field("tolerance_percent", tolerance_percent, "accepted difference");
    v.list("rows", rows, "results");
  }
};

std::vector<std::string> split_cells(const std::string& text, char mark) {
  std::vector<std::string> parts{""};
  for (const char c : text) {
    if (c == mark) {
      parts.emplace_back();
    } else if (c != '\r' && (c != ' ' || !parts.back().empty())) {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) part.erase(part.find_last_not_of(' ') + 1);
  return parts;
}

MemoryReference reference_of(const ReferenceRow& row, double tolerance_percent) {
  MemoryReference reference;
  reference.point = {row.part, {}, memory_bench::parse_stream(row.stream), row.outstanding};
  if (row.set) reference.point.sets = split_cells(*row.set, ';');
  reference.gb_per_s = row.gb_per_s;
  reference.mean_ns = row.mean_ns;
  reference.tolerance_percent = row.tolerance_percent.value_or(tolerance_percent);
  return reference;
}

/// CSV file whose header names its columns.
class ResultsCsv {
 public:
  explicit ResultsCsv(std::filesystem::path file) : file_(std::move(file)) {}

  MemoryReferences read() {
    if (const char* other = config::other_than_a_file(file_)) {
      throw base::InputError(file_.string(), ": expected a file, found ", other);
    }
    std::ifstream in(file_);
    if (!in) throw base::InputError(file_.string(), ": ", std::strerror(errno));
    MemoryReferences found{file_.filename().string(), {}};
    for (std::string line; std::getline(in, line);) {
      ++line_;
      if (line.empty() || line == "\r" || line.front() == '#') continue;
      const auto cells = split_cells(line, ',');
      if (columns_.empty()) {
        read_header(cells);
      } else {
        found.rows.push_back(read_row(cells));
      }
    }
    if (found.rows.empty()) fail("expected a header and at least one row of results");
    return found;
  }

 private:
  [[noreturn]] void fail(const std::string& problem) const {
    throw base::InputError(file_.string(), ":", std::max(line_, 1), ": ", problem);
  }

  void read_header(const std::vector<std::string>& cells) {
    const std::vector<std::string> known{"part",     "stream",  "outstanding",      "set",
                                         "gb_per_s", "mean_ns", "tolerance_percent"};
    for (const std::string& cell : cells) {
      if (std::find(known.begin(), known.end(), cell) == known.end()) {
        fail("unknown column " + config::in_quotes(cell) + ", " + base::suggestion(cell, known));
      }
      if (has(cell)) fail("column " + config::in_quotes(cell) + " stands twice");
      columns_.push_back(cell);
    }
    for (const char* needed : {"part", "stream", "outstanding"}) {
      if (!has(needed)) fail(std::string("missing column ") + needed);
    }
    if (!has("gb_per_s") && !has("mean_ns")) fail("missing column gb_per_s or mean_ns");
  }
  bool has(const std::string& column) const {
    return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
  }

  MemoryReference read_row(const std::vector<std::string>& cells) const {
    if (cells.size() != columns_.size()) {
      fail("expected " + std::to_string(columns_.size()) + " cells as in the header, found " +
           std::to_string(cells.size()));
    }
    ReferenceRow row;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string& cell = cells[i];
      const std::string& column = columns_[i];
      if (column == "part") row.part = cell;
      if (column == "stream") row.stream = cell;
      if (column == "set" && !cell.empty()) row.set = cell;
      if (column == "outstanding") row.outstanding = whole(cell);
      if (column == "gb_per_s") row.gb_per_s = positive(column, cell);
      if (column == "mean_ns") row.mean_ns = positive(column, cell);
      if (column == "tolerance_percent") row.tolerance_percent = positive(column, cell);
    }
    if (!row.gb_per_s && !row.mean_ns) fail("expected a value in gb_per_s or mean_ns");
    try {
      MemoryReference reference = reference_of(row, kDefaultTolerance);
      read_channel(row.part, reference.point.sets);
      return reference;
    } catch (const base::InputError& error) {
      fail(error.what());
    }
  }
  int whole(const std::string& cell) const {
    int value = 0;
    const auto end = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (end.ec != std::errc() || end.ptr != cell.data() + cell.size() || value < 1 ||
        value > 1024) {
      fail("outstanding: expected a whole number from 1 to 1024, found " + config::in_quotes(cell));
    }
    return value;
  }
  std::optional<double> positive(const std::string& column, const std::string& cell) const {
    if (cell.empty()) return std::nullopt;
    double value = 0;
    const auto end = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (end.ec != std::errc() || end.ptr != cell.data() + cell.size() || !std::isfinite(value) ||
        value <= 0) {
      fail(column + ": expected a number above 0, found " + config::in_quotes(cell));
    }
    return value;
  }

  std::filesystem::path file_;
  int line_ = 0;
  std::vector<std::string> columns_;
};

}  // namespace

MemoryReferences shipped_references() {
  const auto file = platforms_folder() / "reference" / "dram_streams.yaml";
  config::Diagnostics diagnostics;
  const config::Node tree = config::load_file(file, diagnostics);
  ReferenceFile read;
  config::Reader(tree, "reference", diagnostics).read_all(read);
  diagnostics.throw_if_any();
  MemoryReferences found{read.simulator, {}};
  for (const ReferenceRow& row : read.rows) {
    found.rows.push_back(reference_of(row, read.tolerance_percent));
  }
  return found;
}

MemoryReferences read_results(const std::filesystem::path& file) { return ResultsCsv(file).read(); }

}  // namespace starnuma::app
