// SPDX-License-Identifier: Apache-2.0
#include "stimulus/trace/format/draft.h"

#include "models/base/check.h"
#include "stimulus/trace/format/summary.h"

namespace starnuma::trace {

namespace fs = std::filesystem;

namespace {

fs::path trimmed(const fs::path& folder) {
  return folder.has_filename() ? folder : folder.parent_path();
}

bool is_part(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == summary_file("") || name == pages_file("") ||
         (name.rfind("thread", 0) == 0 && file.extension() == ".zst");
}

}  // namespace

void require_trace_room(const fs::path& folder) {
  const std::string shown = folder.string();
  if (folder.empty()) throw base::InputError("expected a folder for the trace, found nothing");
  if (!fs::exists(fs::symlink_status(folder))) return;
  if (!fs::is_directory(folder)) {
    throw base::InputError(shown + ": is no folder, so no trace can be written there");
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (is_part(entry.path())) continue;
    throw base::InputError(shown + ": holds " + entry.path().filename().string() +
                           ", which is no part of a trace; choose another folder");
  }
}

Draft::Draft(const fs::path& folder) : folder_(trimmed(folder)), draft_(folder_) {
  require_trace_room(folder_);
  draft_ += ".partial";
  try {
    require_trace_room(draft_);
    fs::remove_all(draft_);
    fs::create_directories(draft_);
  } catch (const fs::filesystem_error& error) {
    throw base::InputError(folder_.string() +
                           ": cannot write a trace there: " + error.code().message());
  }
}

Draft::~Draft() {
  std::error_code ignored;
  fs::remove_all(draft_, ignored);
}

void Draft::publish() {
  try {
    require_trace_room(folder_);
    fs::remove_all(folder_);
    fs::rename(draft_, folder_);
  } catch (const fs::filesystem_error& error) {
    throw base::InputError(folder_.string() +
                           ": cannot write a trace there: " + error.code().message());
  }
}

}  // namespace starnuma::trace
