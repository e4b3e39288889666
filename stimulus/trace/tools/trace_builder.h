// SPDX-License-Identifier: Apache-2.0
// Writes a trace thread by thread from records of another origin: notes pages and their first
// users, and keeps instructions that make several accesses from counting twice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>

#include "stimulus/trace/format/summary.h"

namespace starnuma::trace {

/// Where an importer puts what it reads. Calls are in program order.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  /// Work of the record is added to that of spend().
  virtual void add(const Record& record) = 0;
  /// Instructions that the next records do not stand for; negative: they stand for too many.
  virtual void spend(std::int64_t instructions) = 0;
};

class TraceBuilder final : public RecordSink {
 public:
  TraceBuilder(std::filesystem::path folder, std::uint64_t id)
      : folder_(std::move(folder)), id_(id) {}

  /// Threads come one after the other.
  void begin_thread();
  void add(const Record& record) override;
  void spend(std::int64_t instructions) override { work_ += instructions; }
  void end_thread(std::uint64_t program_accesses = 0);

  /// Writes pages and trace.json; pages of `known`, or those that the records use.
  void finish(Summary summary, const std::vector<Page>* known = nullptr);

 private:
  struct Use {
    std::uint64_t instruction;  ///< Of the thread, when it first came there.
    std::uint32_t thread;
    bool written;
  };

  void note(const Record& record);

  std::filesystem::path folder_;
  std::uint64_t id_;
  std::optional<ThreadWriter> writer_;
  std::vector<ThreadSummary> threads_;
  std::int64_t work_ = 0;
  std::map<std::uint64_t, Use> pages_;
  Use* last_use_ = nullptr;
  std::uint64_t last_page_ = ~std::uint64_t{0};
};

}  // namespace starnuma::trace
