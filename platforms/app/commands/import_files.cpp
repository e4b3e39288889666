// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/commands/import_files.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>

#include "models/base/check.h"
#include "platforms/app/arguments/arguments.h"
#include "starnuma/version.h"
#include "stimulus/trace/tools/import.h"
#include "stimulus/trace/tools/unpacked.h"

namespace starnuma::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kStdin = "-";

/// Opens an input file; a pipe and /dev/stdin are read like files.
void open_input(const fs::path& file, std::ifstream& in) {
  std::error_code none;
  const fs::file_status status = fs::status(file, none);
  if (!fs::is_fifo(status) && !fs::is_character_file(status)) require_file("trace convert", file);
  errno = 0;
  in.open(file, std::ios::binary);
  if (in.is_open()) return;
  throw fs::filesystem_error("", file, std::error_code(errno, std::generic_category()));
}

void import_stream(const std::string& from, std::istream& packed, const std::string& name,
                   trace::RecordSink& sink) {
  trace::Unpacked in(packed, name);
  if (from == "memtrace") return trace::import_memtrace(in, name, sink);
  const trace::ChampsimLayout* const forced = from == "champsim64"   ? &trace::kChampsim64
                                              : from == "champsim96" ? &trace::kChampsim96
                                                                     : nullptr;
  trace::import_champsim(in, name, sink, forced);
}

}  // namespace

void import_files(const std::string& from, const std::vector<fs::path>& files, const fs::path& to) {
  if (files.empty())
    throw base::InputError("trace convert: expected the files to read, found none");
  if (std::count(files.begin(), files.end(), kStdin) > 1) {
    throw base::InputError("trace convert: expected - for stdin once at most");
  }
  std::string origin = from;
  for (const fs::path& file : files) origin += " " + file.filename().string();
  trace::TraceBuilder builder(to, trace::id_of(origin));
  for (const fs::path& file : files) {
    builder.begin_thread();
    if (file == kStdin) {
      import_stream(from, std::cin, "stdin", builder);
    } else {
      std::ifstream in;
      open_input(file, in);
      import_stream(from, in, file.string(), builder);
    }
    builder.end_thread();
  }
  trace::Summary summary;
  summary.program = files.front().filename().string();
  summary.front_end = {"starnuma trace convert", kVersion, {"--from", from}};
  const bool registers = from != "memtrace";
  summary.contents = {registers, registers, true, false, false, 0};
  builder.finish(summary);
  if (trace::read_summary(to).totals().accesses() == 0) {
    throw base::InputError("trace convert: ", files.front().string(),
                           (files.size() > 1 ? " and the other files make" : ": makes"),
                           " no access, so there is no trace");
  }
}

}  // namespace starnuma::app
