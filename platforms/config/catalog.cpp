// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/catalog.h"

#include <algorithm>
#include <system_error>

#include "models/base/nearest.h"
#include "platforms/config/load.h"

namespace starnuma::config {

std::filesystem::path Catalog::folder(Shelf shelf) const {
  return platforms_ / (shelf == Shelf::kMachines ? "machines" : "parts");
}

const std::vector<std::string>& Catalog::names(Shelf shelf) const {
  const auto [at, first_use] = names_.try_emplace(shelf);
  std::vector<std::string>& result = at->second;
  if (!first_use) return result;
  std::error_code missing;
  for (const auto& file : std::filesystem::directory_iterator(folder(shelf), missing)) {
    if (file.path().extension() == ".yaml") result.push_back(file.path().stem().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<std::filesystem::path> Catalog::find(Shelf shelf, std::string_view name) const {
  const auto& known = names(shelf);
  if (std::find(known.begin(), known.end(), name) == known.end()) return std::nullopt;
  return folder(shelf) / (std::string(name) + ".yaml");
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
                    in_quotes(named_by.text) + " is no " + kind +
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

std::string Catalog::unknown(Shelf shelf, std::string_view name) const {
  return std::string("unknown ") + (shelf == Shelf::kMachines ? "machine " : "part ") +
         in_quotes(name) + ", " + base::suggestion(name, names(shelf));
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
  if (const auto path = find(Shelf::kMachines, value.text)) return *path;
  if (!looks_like_path(value.text)) return refuse(unknown(Shelf::kMachines, value.text));
  const auto folder = std::filesystem::path(value.origin.file).parent_path();
  const auto path = (folder / value.text).lexically_normal();
  if (!file_exists(path)) return refuse("no such file: " + in_quotes(path.string()));
  return path;
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
