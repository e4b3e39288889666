// SPDX-License-Identifier: Apache-2.0
// Fields of links that a machine lists one by one, and of the types of these links.
#pragma once

#include <string>

#include "models/transport/link_config.h"

namespace starnuma::assembly {

/// Named link configuration for listed links.
struct LinkTypeConfig {
  std::string name;
  transport::LinkConfig link;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("name", name, "name of the type, for `kind` of a listed link");
    v.group("link", link, "one link of this type");
  }
};

/// Link between two nodes.
struct ListedLinkConfig {
  std::string from;
  std::string to;
  std::string kind;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field(
        "from", from,
        "node at one end: a socket, ASIC, memory node or switch of cxl_fabric, such as socket0");
    v.field("to", to, "node at the other end; the link has both directions");
    v.field("kind", kind,
            "upi, numalink, cxl (cxl_fabric.switch_link) or the name of one of link_types");
  }
};

}  // namespace starnuma::assembly
