// SPDX-License-Identifier: Apache-2.0
// Writes a trace of given records, and reads the records of a trace.
#pragma once

#include <string>
#include <vector>

#include "stimulus/trace/tools/trace_builder.h"
#include "tests/support/scratch_file.h"
#include "tests/unit/trace_format/records.h"

namespace starnuma::trace {

inline std::filesystem::path written_trace(const std::string& name,
                                           const std::vector<std::vector<Record>>& threads) {
  const std::filesystem::path folder = test::scratch_file(name);
  std::filesystem::create_directories(folder);
  TraceBuilder builder(folder, 1);
  for (const std::vector<Record>& records : threads) {
    builder.begin_thread();
    for (const Record& record : records) builder.add(record);
    builder.end_thread();
  }
  Summary summary;
  summary.regions = 1;
  builder.finish(summary);
  return folder;
}

/// Returns the records of a thread without the end record.
inline std::vector<Record> records_of(const std::filesystem::path& folder, std::uint32_t thread) {
  ThreadReader reader(folder, read_summary(folder).id, thread);
  std::vector<Record> records;
  for (Record record = reader.next(); record.kind != RecordKind::kEnd; record = reader.next()) {
    records.push_back(record);
  }
  return records;
}

inline Record after(Record record, std::uint8_t first, std::uint8_t second = 0) {
  record.after = {first, second};
  return record;
}

}  // namespace starnuma::trace
