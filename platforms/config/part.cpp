// SPDX-License-Identifier: Apache-2.0
#include "platforms/config/part.h"

#include <algorithm>

#include "models/base/nearest.h"

namespace starnuma::config {

Node GroupVisitor::incomplete_mapping(std::string_view key, const Node& value) {
  Node around;
  around.kind = YamlKind::kMapping;
  around.origin = value.origin;
  around.incomplete = true;
  around.entries.push_back({std::string(key), value.origin, value});
  return around;
}

std::optional<std::string> part_group(const Node& file, const std::vector<std::string>& groups,
                                      Diagnostics& diagnostics) {
  const Node* of = file.find("of");
  if (of == nullptr) {
    diagnostics.add(file.origin, "of",
                    "missing, expected the group of a machine that this is a part of, such as "
                    "pool.link");
    return std::nullopt;
  }
  if (of->is_scalar() && std::find(groups.begin(), groups.end(), of->text) != groups.end()) {
    return of->text;
  }
  diagnostics.add(of->origin, "of",
                  of->is_scalar() ? "unknown group " + in_quotes(of->text) + ", " +
                                        base::suggestion(of->text, groups)
                                  : "expected the name of a group, found " + describe(*of));
  return std::nullopt;
}

}  // namespace starnuma::config
