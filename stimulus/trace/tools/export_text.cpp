// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/tools/export_text.h"

#include <cerrno>
#include <cstdio>
#include <fstream>

#include "stimulus/trace/format/summary.h"
#include "stimulus/trace/format/write_failure.h"

namespace starnuma::trace {
namespace {

void export_thread(ThreadReader& reader, std::ostream& out) {
  for (;;) {
    const Record record = reader.next();
    if (record.kind == RecordKind::kEnd) return;
    if (!is_access(record.kind)) continue;
    char line[80];
    std::snprintf(line, sizeof line, "%llu %c 0x%llx %d\n",
                  static_cast<unsigned long long>(reader.progress().instructions - 1),
                  "RWA"[static_cast<int>(record.kind)],
                  static_cast<unsigned long long>(record.address), int{record.bytes});
    out << line;
  }
}

}  // namespace

void export_text(const std::filesystem::path& from, const std::filesystem::path& to) {
  const Summary summary = read_summary(from);
  for (std::size_t t = 0; t < summary.threads.size(); ++t) {
    ThreadReader reader(from, summary.id, static_cast<std::uint32_t>(t));
    const std::filesystem::path file = to / ("thread" + std::to_string(t) + ".txt");
    errno = 0;
    std::ofstream out(file);
    export_thread(reader, out);
    out.close();
    if (!out) fail_to_write(file);
  }
}

}  // namespace starnuma::trace
