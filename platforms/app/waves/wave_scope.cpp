// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/waves/wave_scope.h"

#include <fnmatch.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "models/base/check.h"
#include "models/base/nearest.h"
#include "platforms/app/files/file_draft.h"
#include "platforms/app/files/text_file.h"
#include "platforms/wave/trace_events.h"
#include "platforms/wave/wave_writer.h"

namespace starnuma::app {

namespace {

bool matches(const std::string& pattern, const std::string& path) {
  return fnmatch(pattern.c_str(), path.c_str(), 0) == 0;
}

std::filesystem::path save_file(const WaveRequest& request) {
  return std::filesystem::path(request.file).replace_extension(".gtkw");
}

bool remove_file(const std::filesystem::path& file) {
  std::error_code none;
  return std::filesystem::is_regular_file(file, none) && std::filesystem::remove(file, none);
}

std::string window_text(base::Time from, base::Time to) {
  return base::to_string(from) + " to " +
         (to == observers::HopSelection::kForever ? "the end" : base::to_string(to));
}

}  // namespace

bool in_scope(const std::string& scope, const std::string& object) {
  const std::string root = object.substr(0, object.find('.')) + ".";
  for (std::size_t dot = object.find('.');; dot = object.find('.', dot + 1)) {
    const std::string path = object.substr(0, dot);
    if (matches(scope, path) || matches(root + scope, path)) return true;
    if (dot == std::string::npos) return false;
  }
}

std::string near_scopes(const std::string& scope, const std::vector<std::string>& objects) {
  constexpr std::size_t kShown = 8;
  const std::string root = objects.front().substr(0, objects.front().find('.'));
  for (const std::string& path : {scope, root + "." + scope}) {
    if (const auto near = base::nearest(path, objects)) return "did you mean \"" + *near + "\"?";
  }
  std::string right = scope;
  std::set<std::string> below;
  while (below.empty()) {
    const std::size_t dot = right.rfind('.');
    right = dot == std::string::npos ? root : right.substr(0, dot);
    for (const std::string& object : objects) {
      if (object.rfind(right + ".", 0) != 0) continue;
      below.insert(object.substr(0, object.find('.', right.size() + 1)));
    }
  }
  std::vector<std::string> names(below.begin(), below.end());
  std::sort(names.begin(), names.end(), wave::path_before);
  std::string text = "there are ";
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
    text += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > kShown) text += " and " + std::to_string(names.size() - kShown) + " more";
  return text;
}

void check_scopes(const WaveRequest& request, const std::vector<std::string>& objects) {
  for (const std::string& scope : request.scopes) {
    const bool found = std::any_of(objects.begin(), objects.end(), [&](const std::string& object) {
      return in_scope(scope, object);
    });
    if (!found) {
      throw base::InputError("--wave-scope: nothing is called \"", scope, "\"; ",
                             near_scopes(scope, objects));
    }
  }
}

namespace {

/// Writes FST and save file; returns false, without a file, if the log holds no change.
bool write_fst_file(const WaveRequest& request, const observers::HopLog& log,
                    const wave::Layout& layout, wave::FstSources rtl) {
  if (!request.rtl.empty()) rtl.push_back(std::make_unique<wave::FstSource>(request.rtl));
  FileDraft file(request.file);
  const wave::WrittenFst written = wave::write_fst(log, layout, file.path(), rtl);
  if (written.error != 0) file.fail(written.error);
  if (!written.changes) return false;
  FileDraft save(save_file(request));
  write_text(save.path(), wave::gtkw_text(log, layout, request.file, rtl));
  file.publish();
  save.publish();
  return true;
}

void write_event_file(const WaveRequest& request, const observers::HopLog& log,
                      const wave::Layout& layout) {
  FileDraft file(request.trace_events);
  if (const int error = wave::write_trace_events(log, layout, file.path())) file.fail(error);
  file.publish();
}

}  // namespace

bool write_waves(const WaveRequest& request, const observers::HopLog& log, wave::FstSources rtl) {
  if (request.waits() && !log.fired) return false;
  const wave::Layout layout = wave::lay_out(log);
  const bool waves = !request.file.empty();
  const bool events = !request.trace_events.empty();
  const bool changes =
      waves ? write_fst_file(request, log, layout, std::move(rtl)) : wave::has_change(log);
  if (!changes) return false;
  if (events) write_event_file(request, log, layout);
  std::set<std::uint64_t> transactions;
  for (const observers::Hop& hop : log.hops) transactions.insert(hop.transaction);
  std::cout << "Waves: " << log.hops.size() << " hops of " << transactions.size()
            << " transactions, " << window_text(log.from, log.to);
  if (log.fired) std::cout << ", trigger at " << base::to_string(log.fired_at);
  if (log.cut) std::cout << " (cut there: too many hops; choose fewer scopes or a window)";
  if (waves) {
    std::cout << "\nShow: gtkwave -f " << request.file.string() << " -a "
              << save_file(request).string();
  }
  if (events) {
    std::cout << "\nShow: open " << request.trace_events.string() << " in https://ui.perfetto.dev";
  }
  std::cout << "\n\n";
  return true;
}

bool remove_waves(const WaveRequest& request) {
  const bool events = remove_file(request.trace_events);
  if (request.file.empty()) return events;
  remove_file(save_file(request));
  return remove_file(request.file) || events;
}

void print_no_waves(const WaveRequest& request, bool removed) {
  const bool everything = request.scopes.empty();
  const bool whole_run =
      request.from == base::Time(0) && request.to == observers::HopSelection::kForever;
  std::cout << "Waves: ";
  if (request.waits()) {
    std::cout << "the trigger was never met"
              << (everything ? "" : " while something in the scopes changed");
  } else {
    std::cout << "nothing changed" << (everything ? "" : " in the scopes");
  }
  if (!whole_run) std::cout << " from " << window_text(request.from, request.to);
  std::cout << "; no file is written";
  if (removed) {
    std::cout << ", and the earlier "
              << (request.file.empty() ? request.trace_events : request.file).string()
              << " is removed";
  }
  std::cout << "\n\n";
}

}  // namespace starnuma::app
