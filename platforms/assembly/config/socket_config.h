// SPDX-License-Identifier: Apache-2.0
// Fields of a socket, collected from its components.
#pragma once

#include "models/base/fields.h"
#include "models/base/problems.h"
#include "models/cache/cache_config.h"
#include "models/core/core_config.h"
#include "models/home/home_config.h"
#include "models/translation/translation_config.h"
#include "platforms/assembly/config/memory_config.h"

namespace starnuma::assembly {

struct SocketConfig {
  int cores = 0;
  core::CoreConfig core;
  translation::TranslationConfig translation;
  cache::PrivateCacheConfig private_caches;
  cache::SocketCacheConfig shared_cache;
  home::HomeConfig home;
  MemoryConfig memory;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("cores", cores, "cores of a socket", base::between(1, 256));
    v.group("core", core, "issue window of a core");
    v.group("translation", translation, "TLBs and page walker of a core");
    v.group("private_caches", private_caches, "L1 and L2 of a core");
    v.group("shared_cache", shared_cache, "LLC and caching agent");
    v.group("home", home, "home agent of the socket's memory");
    v.group("memory", memory, "the socket's own memory");
  }
  void check(base::Problems& problems) const;
};

}  // namespace starnuma::assembly
