// SPDX-License-Identifier: Apache-2.0
// Writes a trace thread by thread from records of another format. Records pages and their first
// users, and avoids counting instructions with several accesses twice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>

#include "stimulus/trace/format/summary.h"

namespace starnuma::trace {

/// Receiver of an importer's records. Calls are in program order.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  /// Appends a record; its work is added to that of spend().
  virtual void add(const Record& record) = 0;
  /// Adds instructions that the next records do not represent; negative if they represent too many.
  virtual void spend(std::int64_t instructions) = 0;
};

class TraceBuilder final : public RecordSink {
 public:
  TraceBuilder(std::filesystem::path folder, std::uint64_t id)
      : folder_(std::move(folder)), id_(id) {}

  /// Starts the next thread; threads are sequential.
  void begin_thread();
  void add(const Record& record) override;
  void spend(std::int64_t instructions) override { work_ += instructions; }
  void end_thread(std::uint64_t program_accesses = 0);

  /// Writes pages and trace.json; the pages are those of `known`, or those that the records use.
  void finish(Summary summary, const std::vector<Page>* known = nullptr);

 private:
  struct Use {
    std::uint64_t instruction;  ///< Instruction of the thread at its first access.
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
