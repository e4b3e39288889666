// SPDX-License-Identifier: Apache-2.0
// Dynamic capacity of a `kind: scenario` file, as written.
//
// Contract: omitted keys have the default values below. Hosts and extents are not checked here; the
// caller that checks them locates an error by origin_of().
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/fields.h"
#include "models/base/quantities.h"
#include "platforms/config/diagnostics.h"
#include "platforms/config/node.h"

namespace starnuma::config {

enum class CapacityEvent : std::uint8_t {
  kAdd,            ///< a device offers a host an extent, which the host accepts
  kRelease,        ///< a host moves its pages off an extent and releases it
  kForcedRelease,  ///< a device takes an extent with its contents away
};

struct ScenarioCapacity {
  CapacityEvent event = CapacityEvent::kAdd;
  base::Time at;
  std::string host;
  int device = 0;
  base::Bytes size;
  int tag = 0;
  std::string extent;
  Node written;  ///< Complete YAML entry.

  template <class Visitor>
  void visit(Visitor& v) {
    v.field("event", event, "kind of event: add, release or forced_release");
    v.field("at", at, "time after the measured windows open");
    v.field("host", host, "host that gets the extent (add)");
    v.field("device", device, "pool device of the extent (add)", base::between(0, 3));
    v.field("size", size, "size at full scale, like extents of the machine (add)");
    v.field("tag", tag, "number that identifies an added extent", base::between(0, 1 << 30));
    v.field("extent", extent, "exclusive extent of the machine, instead of a tag (releases)");
  }

  /// Returns the location of the key's value, or of the entry.
  const Origin& origin_of(std::string_view key) const {
    const Node* value = written.find(key);
    return value != nullptr ? value->origin : written.origin;
  }
};

/// Reads `dynamic_capacity` of a scenario's file; empty if absent.
std::vector<ScenarioCapacity> capacity_of(const Node& file, Diagnostics& diagnostics);
/// Returns the `dynamic_capacity:` of a scenario's file; empty if there are no events.
std::string yaml_of(const std::vector<ScenarioCapacity>& capacity);

}  // namespace starnuma::config

template <>
struct starnuma::base::EnumNames<starnuma::config::CapacityEvent> {
  static constexpr std::array<std::string_view, 3> kNames{"add", "release", "forced_release"};
};
