// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/catalog.h"

#include <algorithm>
#include <iterator>
#include <system_error>

#include "models/base/nearest.h"
#include "platforms/config/load.h"
#include "platforms/config/text.h"

namespace starnuma::config {

namespace fs = std::filesystem;

namespace {

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code impossible;
  return fs::equivalent(a, b, impossible);
}

}  // namespace

fs::path Catalog::shipped(Shelf shelf) const {
  return platforms_ / (shelf == Shelf::kMachines ? "machines" : "parts");
}

bool Catalog::is_shipped(const fs::path& folder) const {
  const auto [known, first_use] = is_shipped_.try_emplace(folder, false);
  if (!first_use) return known->second;
  fs::path above = absolute_path(folder.empty() ? "." : folder);
  while (!same_file(above, platforms_) && above != above.parent_path()) above = above.parent_path();
  return known->second = same_file(above, platforms_);
}

Catalog::Folders Catalog::folders(Shelf shelf, const std::string& file) const {
  Folders folders;
  if (!file_exists(file)) {  // the name does not come from a file
    folders = search_;
  } else if (const fs::path own = fs::path(file).parent_path(); !is_shipped(own)) {
    folders.push_back(own);
    folders.insert(folders.end(), search_.begin(), search_.end());
  }
  folders.push_back(shipped(shelf));
  return folders;
}

const std::vector<std::string>& Catalog::names(Shelf shelf) const {
  return names_in(shipped(shelf));
}

const std::vector<std::string>& Catalog::names_in(const fs::path& folder) const {
  const auto [at, first_use] = names_.try_emplace(folder);
  std::vector<std::string>& result = at->second;
  if (!first_use) return result;
  std::error_code missing;
  for (const auto& file : fs::directory_iterator(folder.empty() ? "." : folder, missing)) {
    const std::string name = file.path().stem().string();
    if (file.path().extension() == ".yaml" && is_name(name)) result.push_back(name);
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<fs::path> Catalog::find(Shelf shelf, const std::string& name) const {
  Node word;
  word.text = name;
  return find(shelf, word);
}

std::optional<fs::path> Catalog::find(Shelf shelf, const Node& name) const {
  if (!is_name(name.text)) return std::nullopt;
  const Folders all = folders(shelf, name.origin.file);
  const std::string file = name.text + ".yaml";
  for (const fs::path& folder : all) {
    const fs::path path = (folder / file).lexically_normal();
    const bool shipped = folder == all.back();
    if (!file_exists(path) || (!shipped && same_file(path, name.origin.file))) continue;
    if (shipped || name.origin.line == 0) return path;
    const bool known = std::any_of(found_.begin(), found_.end(), [&](const Found& found) {
      return found.file == path && to_string(found.named) == to_string(name.origin);
    });
    if (!known) {
      found_.push_back({name.origin, name.text, path, file_exists(all.back() / file)});
    }
    return path;
  }
  return std::nullopt;
}

std::vector<Catalog::Found> Catalog::take_found() const {
  std::vector<Found> found(found_.begin() + static_cast<std::ptrdiff_t>(taken_), found_.end());
  taken_ = found_.size();
  return found;
}

std::optional<Node> Catalog::load(const std::filesystem::path& path, const char* kind,
                                  const Node& named_by, std::string_view place,
                                  Diagnostics& diagnostics) const {
  if (const char* other = other_than_a_file(path)) {
    diagnostics.add(named_by.origin, place,
                    in_quotes(named_by.text) + " is " + other + ", expected a YAML file");
    return std::nullopt;
  }
  Node file = load_once(path, diagnostics);
  const Node* says = file.find("kind");
  const bool other = says != nullptr && says->is_scalar() && says->text != kind;
  if (other) {
    diagnostics.add(named_by.origin, place,
                    in_quotes(named_by.text) + " is not of kind " + kind +
                        ", its file says kind: " + printable(says->text));
    return std::nullopt;
  }
  if (!kind_of(file, {kind}, diagnostics)) return std::nullopt;
  return file;
}

Node Catalog::load_once(const std::filesystem::path& path, Diagnostics& diagnostics) const {
  const auto known = loaded_.find(path);
  if (known != loaded_.end()) return known->second;
  const std::size_t before = diagnostics.noted();
  Node node = load_file(path, diagnostics);
  if (diagnostics.noted() == before) loaded_.emplace(path, node);
  return node;
}

std::string Catalog::unknown(Shelf shelf, const std::string& name) const {
  return unknown(folders(shelf, ""), shelf, name);
}

std::string Catalog::unknown(Shelf shelf, const Node& name) const {
  return unknown(folders(shelf, name.origin.file), shelf, name.text);
}

/// Suggestions come from all searched folders; the full list names only the shipped files.
std::string Catalog::unknown(const Folders& folders, Shelf shelf, const std::string& name) const {
  std::vector<std::string> all;
  for (const fs::path& folder : folders) {
    const auto& known = names_in(folder);
    std::copy_if(known.begin(), known.end(), std::back_inserter(all),
                 [&](const std::string& other) { return other != name; });
  }
  const bool near = base::nearest(name, all).has_value();
  return std::string("unknown ") + (shelf == Shelf::kMachines ? "machine " : "part ") +
         in_quotes(name) + ", " + base::suggestion(name, near ? all : names(shelf));
}

std::optional<std::filesystem::path> Catalog::machine_named_by(const Node& value,
                                                               std::string_view place,
                                                               Diagnostics& diagnostics) const {
  const auto refuse = [&](const std::string& reason) {
    diagnostics.add(value.origin, place, reason);
    return std::nullopt;
  };
  if (!value.is_scalar()) {
    if (value.incomplete) return std::nullopt;
    return refuse("expected a machine's name or path, found " + describe(value));
  }
  if (const auto path = find(Shelf::kMachines, value)) return *path;
  if (!looks_like_path(value.text)) return refuse(unknown(Shelf::kMachines, value));
  const auto folder = std::filesystem::path(value.origin.file).parent_path();
  const auto path = (folder / value.text).lexically_normal();
  if (!file_exists(path)) return refuse("no such file: \"" + one_line(path.string()) + "\"");
  return path;
}

std::filesystem::path absolute_path(const std::filesystem::path& path) {
  std::error_code impossible;
  const auto whole = std::filesystem::weakly_canonical(path, impossible);
  return impossible ? path : whole;
}

bool file_exists(const std::filesystem::path& path) {
  std::error_code impossible;
  return std::filesystem::exists(path, impossible);
}

bool is_yaml_name(const std::filesystem::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

bool looks_like_path(std::string_view text) {
  const auto ends_with = [text](std::string_view end) {
    return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
  };
  return text.find('/') != std::string_view::npos || ends_with(".yaml") || ends_with(".yml");
}

const std::vector<std::string>& all_kinds() {
  static const std::vector<std::string> all{"machine", "part",      "experiment", "scenario",
                                            "plan",    "reference", "box",        "pool_bench"};
  return all;
}

std::optional<std::string> kind_of(const Node& file, const std::vector<std::string>& allowed,
                                   Diagnostics& diagnostics) {
  std::string expected;
  for (const std::string& kind : allowed) expected += (expected.empty() ? "" : " or ") + kind;
  if (!file.is_mapping()) {
    diagnostics.add(file.origin, "",
                    "expected a mapping with kind: " + expected + ", found " + describe(file));
    return std::nullopt;
  }
  const Node* kind = file.find("kind");
  if (kind == nullptr) {
    if (!file.incomplete) diagnostics.add(file.origin, "kind", "missing, expected " + expected);
    return std::nullopt;
  }
  if (std::find(allowed.begin(), allowed.end(), kind->text) == allowed.end()) {
    const auto near = kind->is_scalar() ? base::nearest(kind->text, allowed) : std::nullopt;
    diagnostics.add(kind->origin, "kind",
                    "expected " + expected + ", found " + describe(*kind) +
                        (near ? ", did you mean \"" + *near + "\"?" : ""));
    return std::nullopt;
  }
  return kind->text;
}

}  // namespace starnuma::config
