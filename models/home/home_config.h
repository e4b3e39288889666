// SPDX-License-Identifier: Apache-2.0
// Configuration fields of a socket's home agent.
#pragma once

#include <optional>

#include "models/base/fields.h"
#include "models/base/quantities.h"

namespace starnuma::home {

/// Fields of queued delivery only. Defaults (assumed): one message per cycle at 2 GHz, and four
/// requests for each of 32 banks.
struct HomeQueues {
  base::Time directory_interval{500};
  int request_entries = 128;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("directory_interval", directory_interval,
            "time from one message into the directory to the next",
            base::between(1, 1'000'000'000));
    v.field("request_entries", request_entries,
            "requests and write-backs that the home serves concurrently", base::between(1, 4096));
  }
};

struct HomeConfig {
  base::Time directory_latency;
  std::optional<HomeQueues> queued = std::nullopt;

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("directory_latency", directory_latency,
            "directory look-up that is not hidden behind the memory controller");
    v.optional_group("queued", queued,
                     "parameters of queued delivery; absent: a message each 0.5 ns, 128 requests "
                     "(assumed)");
  }
};

}  // namespace starnuma::home
