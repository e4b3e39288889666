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
         (name.rfind("thread", 0) == 0 &&
          (file.extension() == ".zst" || file.extension() == ".txt"));
}

/// Removes the remains of an earlier draft. Throws InputError if the folder has other contents.
void remove_remains(const fs::path& draft) {
  if (!fs::exists(fs::symlink_status(draft))) return;
  for (const auto& entry : fs::directory_iterator(draft)) {
    if (is_part(entry.path())) continue;
    throw base::InputError(draft.string(), ": holds ", entry.path().filename().string(),
                           ", which is not part of a trace; choose another folder");
  }
  fs::remove_all(draft);
}

/// Returns the outermost folder of `path` that does not exist.
fs::path first_missing(fs::path path) {
  fs::path missing;
  for (; !path.empty() && !fs::exists(path); path = path.parent_path()) missing = path;
  return missing;
}

}  // namespace

void require_trace_room(const fs::path& folder) {
  const std::string shown = folder.string();
  if (folder.empty()) throw base::InputError("expected a folder for the trace, found nothing");
  if (!fs::exists(fs::symlink_status(folder))) return;
  if (!fs::is_directory(folder)) {
    throw base::InputError(shown, ": is not a folder, so no trace can be written there");
  }
  if (fs::exists(summary_file(folder))) {
    throw base::InputError(shown, ": holds a trace; remove it or choose another folder");
  }
  if (!fs::is_empty(folder)) {
    throw base::InputError(shown, ": exists and is not empty; choose another folder");
  }
}

Draft::Draft(const fs::path& folder)
    : folder_(trimmed(folder)), draft_(folder_), made_(first_missing(folder_.parent_path())) {
  require_trace_room(folder_);
  draft_ += ".partial";
  try {
    remove_remains(draft_);
    fs::create_directories(draft_);
  } catch (const fs::filesystem_error& error) {
    throw fs::filesystem_error("", folder_, error.code());
  }
}

Draft::~Draft() {
  std::error_code error;
  fs::remove_all(draft_, error);
  if (made_.empty()) return;
  for (fs::path path = folder_.parent_path(); fs::remove(path, error) && path != made_;) {
    path = path.parent_path();
  }
}

void Draft::publish() {
  require_trace_room(folder_);
  try {
    fs::rename(draft_, folder_);
  } catch (const fs::filesystem_error& error) {
    throw fs::filesystem_error("", folder_, error.code());
  }
}

}  // namespace starnuma::trace
