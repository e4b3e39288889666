// SPDX-License-Identifier: Apache-2.0
// Fields of a memory node: memory with a home agent and no cores.
#pragma once

#include "models/base/fields.h"
#include "models/base/problems.h"
#include "models/home/home_config.h"
#include "models/transport/link_config.h"
#include "platforms/assembly/config/memory_config.h"

namespace starnuma::assembly {

struct MemoryNodeConfig {
  int first_socket = 0;
  int linked_sockets = 0;
  transport::LinkConfig link;
  home::HomeConfig home;
  MemoryConfig memory;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("first_socket", first_socket, "first socket with a link to the node",
            base::between(0, 31));
    v.field("linked_sockets", linked_sockets,
            "number of sockets with a link to it, from the first socket on; 0: those of `links`",
            base::between(0, 32));
    v.group("link", link, "link to a socket");
    v.group("home", home, "home agent of the node's memory");
    v.group("memory", memory, "the node's memory");
  }
  void check(base::Problems& problems) const;
};

}  // namespace starnuma::assembly
