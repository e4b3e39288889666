// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/record/core_recording.h"

#include <charconv>
#include <optional>
#include <sstream>

#include "models/base/check.h"
#include "platforms/assembly/machine/machine.h"

namespace starnuma::run {
namespace {

constexpr int kMaxCore = 65535;

std::optional<int> number_of(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (number < 0 || number > kMaxCore) return std::nullopt;
  return number;
}

std::vector<base::CoreId> cores_of(const std::string& option, const std::string& list) {
  std::vector<base::CoreId> cores;
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');) {
    const std::size_t dash = item.find('-');
    const auto first = number_of(item.substr(0, dash));
    const auto last = dash == std::string::npos ? first : number_of(item.substr(dash + 1));
    if (!first || !last || *last < *first) {
      throw base::InputError(option, ": expected cores such as 0,4-7, found \"", list, "\"");
    }
    for (int core = *first; core <= *last; ++core) cores.push_back(static_cast<base::CoreId>(core));
  }
  return cores;
}

}  // namespace

CoreRecording CoreRecording::parse(const std::string& option, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {option, text, {base::CoreId{0}}, nullptr};
  return {option, text.substr(0, colon), cores_of(option, text.substr(colon + 1)), nullptr};
}

assembly::TrackingBox& CoreRecording::tracking_of(base::CoreId core,
                                                  assembly::Machine& machine) const {
  if (machine.tracking().empty()) {
    throw base::InputError(option,
                           ": the machine has no tracking hardware, see the field tracking.impl");
  }
  const auto index = static_cast<std::size_t>(base::index_of(core));
  if (index >= machine.tracking().size()) {
    throw base::InputError(option, ": the machine has no core ", index);
  }
  return *machine.tracking()[index];
}

}  // namespace starnuma::run
