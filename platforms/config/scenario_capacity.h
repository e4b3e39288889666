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
    v.field("event", event, "what happens: add, release or forced_release");
    v.field("at", at, "when, after the measured windows have opened");
    v.field("host", host, "of add: the host that gets the extent");
    v.field("device", device, "of add: the pool device that it lies on", base::between(0, 3));
    v.field("size", size, "of add: how large it is, as extents of the machine are");
    v.field("tag", tag, "what an extent that was added is called by", base::between(0, 1 << 30));
    v.field("extent", extent, "of releases, instead of a tag: an exclusive extent of the machine");
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
