// SPDX-License-Identifier: Apache-2.0
// Composition of a machine from files: `extends:` and `part:`.
//
// Contract:
// - The nearer text has priority, key by key: a file overrides what it extends, and the keys of a
//   mapping override those of its part.
// - Mappings merge recursively; scalars and lists replace.
// - A wrong name or a cycle is a problem at the location of the name and leaves that mapping
//   incomplete.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "platforms/config/catalog.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

/// Returns `under` overridden by `over`; the result has the location of `over`.
Node merged(Node under, Node over);

/// Returns true if the name of a part may stand at this path: `method: published` is `method:
/// {part: published}`.
bool may_be_name_of_part(std::string_view path);

/// Replaces each `part: NAME` in `tree`, which is at `path`, by the keys of that part.
void expand_parts(Node& tree, const std::string& path, const Catalog& catalog,
                  Diagnostics& diagnostics);

/// Returns the machine merged with everything it extends, without `part:` and without bookkeeping
/// keys (kind, summary, extends).
Node with_ancestors(Node machine, const Catalog& catalog, Diagnostics& diagnostics);

/// Returns the fields of a part's file, with nested parts expanded at `path`.
Node part_fields(Node file, const std::string& path, const Catalog& catalog,
                 Diagnostics& diagnostics);

}  // namespace starnuma::config
