// SPDX-License-Identifier: Apache-2.0
// How a machine is put together from files: `extends:` and `part:`.
//
// Contract: key by key, the nearer text wins. A file lies over what it extends; a part counts as
// text of the mapping that names it, beneath the keys written there. Mappings merge deeply; scalars
// and lists replace. A wrong name or a cycle is a problem at the place that names it and leaves
// that mapping incomplete.
#pragma once

#include <string>
#include <vector>

#include "platforms/config/catalog.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

/// `over` laid upon `under`; the result stands where `over` stands.
Node merged(Node under, Node over);

/// Replaces each `part: NAME` in `tree`, which stands at `path`, by the keys of that part.
void expand_parts(Node& tree, const std::string& path, const Catalog& catalog,
                  Diagnostics& diagnostics);

/// A machine without its bookkeeping keys (kind, summary, extends) and without `part:`, with all it
/// extends beneath it.
Node with_ancestors(Node machine, const Catalog& catalog, Diagnostics& diagnostics);

/// The fields of a part's file, its own parts expanded at `path`.
Node part_fields(Node file, const std::string& path, const Catalog& catalog,
                 Diagnostics& diagnostics);

}  // namespace starnuma::config
