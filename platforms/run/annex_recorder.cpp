// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/annex_recorder.h"

#include <charconv>
#include <sstream>

#include "models/base/check.h"

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

std::vector<base::CoreId> cores_of(const std::string& list) {
  std::vector<base::CoreId> cores;
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');) {
    const std::size_t dash = item.find('-');
    const auto first = number_of(item.substr(0, dash));
    const auto last = dash == std::string::npos ? first : number_of(item.substr(dash + 1));
    if (!first || !last || *last < *first) {
      throw base::InputError("--record-annex: expected cores such as 0,4-7, found \"" + list +
                             "\"");
    }
    for (int core = *first; core <= *last; ++core) cores.push_back(static_cast<base::CoreId>(core));
  }
  return cores;
}

}  // namespace

AnnexRecording AnnexRecording::parse(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {text, {base::CoreId{0}}, nullptr};
  return {text.substr(0, colon), cores_of(text.substr(colon + 1)), nullptr};
}

AnnexRecorder::AnnexRecorder(const AnnexRecording& recording, const assembly::MachineConfig& config,
                             assembly::Machine& machine) {
  if (machine.tracking().empty()) {
    throw base::InputError(
        "--record-annex: the machine has no tracking hardware, see the field "
        "tracking.impl");
  }
  int entries = 0;
  for (const base::CoreId core : recording.cores) {
    const int index = base::index_of(core);
    if (index >= static_cast<int>(machine.tracking().size())) {
      throw base::InputError("--record-annex: the machine has no core " + std::to_string(index));
    }
    const int own = config.socket[index / config.cores_per_socket()].translation.stlb_entries;
    if (entries != 0 && own != entries) {
      throw base::InputError("--record-annex: the cores' STLBs differ in size");
    }
    entries = own;
    machine.tracking()[static_cast<std::size_t>(index)]->driver().observe(*this, core);
  }
  stream_.emplace(*recording.out, entries, config.tracking.count_width);
}

void AnnexRecorder::on_event(base::CoreId core, const protocol::AnnexEvent& event) {
  stream_->write(core, event);
}

}  // namespace starnuma::run
