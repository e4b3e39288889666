// SPDX-License-Identifier: Apache-2.0
#include "platforms/run/record/wave_recording.h"

#include "models/observers/hop_recorder.h"
#include "models/protocol/channel.h"
#include "models/protocol/names.h"
#include "models/ras/damage.h"
#include "models/transport/queued_link.h"
#include "platforms/assembly/machine/bare_machine.h"

namespace starnuma::run {

using observers::HopRecorder;
using observers::Signal;

namespace {

constexpr int kSharerBits = protocol::kMaxSockets;

template <class Box>
std::vector<const Box*> boxes_below(const sc_core::sc_object& object) {
  std::vector<const Box*> found;
  for (const sc_core::sc_object* child : object.get_child_objects()) {
    if (const auto* box = dynamic_cast<const Box*>(child)) found.push_back(box);
    const auto below = boxes_below<Box>(*child);
    found.insert(found.end(), below.begin(), below.end());
  }
  return found;
}

template <class Entry>
void read_entry(const Entry& entry, std::vector<std::uint64_t>& values) {
  values = {static_cast<std::uint64_t>(entry.state), entry.owner, entry.sharers};
}

template <class Names>
std::vector<Signal> entry_signals(const std::string& object, const Names& states) {
  return {{object, "line_state", 8, {states.begin(), states.end()}},
          {object, "line_owner", 8, {}},
          {object, "line_sharers", kSharerBits, {}}};
}

/// Records the directory entry of a line at its home.
void watch_line(HopRecorder& recorder, const sc_core::sc_object& root, base::LineAddress line) {
  for (const home::SocketHome* home : boxes_below<home::SocketHome>(root)) {
    if (!home->holds(line)) continue;
    recorder.state.add_probe(
        *home, entry_signals(home->name(), protocol::coherence::kHomeStateNames),
        [=](auto& values) { read_entry(home->directory_entry(line), values); });
  }
  for (const pool::MultiHeadedDeviceBase* device : boxes_below<pool::MultiHeadedDeviceBase>(root)) {
    if (!device->holds(line)) continue;
    recorder.state.add_probe(
        *device, entry_signals(device->name(), protocol::cxl::kDeviceStateNames),
        [=](auto& values) {
          const pool::SnoopFilter::Entry* entry = device->entry_of(line);
          read_entry(entry == nullptr ? pool::SnoopFilter::Entry{} : *entry, values);
        });
  }
}

/// Records waiting messages, credits and free entries of links and homes in queued delivery.
void watch_queues(HopRecorder& recorder, const sc_core::sc_object& root) {
  for (const transport::QueuedLink* link : boxes_below<transport::QueuedLink>(root)) {
    for (const transport::Direction direction : {transport::kForward, transport::kBackward}) {
      const std::string way = direction == transport::kForward ? "forward_" : "backward_";
      std::vector<std::uint32_t> queues;
      for (int q = 0; q < link->queues(); ++q) {
        const std::string network = q < protocol::kCreditClasses
                                        ? ""
                                        : "vn" + std::to_string(q / protocol::kCreditClasses) + "_";
        const char* name =
            protocol::kCreditClassNames[static_cast<std::size_t>(q % protocol::kCreditClasses)];
        queues.push_back(recorder.state.add_queue(link->name(), way + network + name));
      }
      link->watch(direction, recorder.state, std::move(queues));
    }
  }
  const auto watch_home = [&](const std::string& name, home_agent::QueuedIngress* ingress) {
    if (ingress == nullptr) return;
    std::vector<std::uint32_t> places;
    std::vector<std::uint32_t> queues;
    for (int p = 0; p < ingress->ports(); ++p) {
      const std::string queue_name =
          ingress->ports() == 1 ? "ingress" : "ingress" + std::to_string(p);
      places.push_back(recorder.messages.add_place(name, queue_name));
      queues.push_back(recorder.state.add_queue(name, queue_name));
    }
    ingress->observe(recorder.messages, places);
    ingress->watch(recorder.state, queues);
  };
  for (const home::SocketHome* home : boxes_below<home::SocketHome>(root)) {
    watch_home(home->name(), home->ingress());
  }
  for (const pool::MultiHeadedDeviceBase* device : boxes_below<pool::MultiHeadedDeviceBase>(root)) {
    watch_home(device->name(), device->ingress());
  }
}

bool recordable(const sc_core::sc_object& object) {
  const auto* module = dynamic_cast<const sc_core::sc_module*>(&object);
  if (module == nullptr) return false;
  const bool passive = dynamic_cast<const translation::Mmu*>(module) != nullptr ||
                       dynamic_cast<const cache::PrivateCaches*>(module) != nullptr;
  return !passive;
}

void collect(const sc_core::sc_object& object, std::vector<std::string>& names) {
  if (recordable(object)) names.emplace_back(object.name());
  for (const sc_core::sc_object* child : object.get_child_objects()) collect(*child, names);
}

}  // namespace

std::unique_ptr<HopRecorder> record(const Recording& recording, assembly::Machine& machine,
                                    kernel::Dispatcher& dispatcher) {
  Recording own = recording;
  own.selection.classes = machine.wiring().classes;
  own.selection.kinds = machine.wiring().kinds;
  auto recorder = record(own, static_cast<sc_core::sc_object&>(machine), dispatcher);
  machine.add_observer(recorder->accesses);
  return recorder;
}

std::unique_ptr<HopRecorder> record(const Recording& recording, sc_core::sc_object& root,
                                    kernel::Dispatcher& dispatcher) {
  const auto devices = boxes_below<pool::MultiHeadedDeviceBase>(root);
  observers::HopSelection selection = recording.selection;
  if (recording.counted == Counted::kFilterEvictions) {
    selection.trigger.counter = [devices] {
      std::uint64_t sum = 0;
      for (const auto* device : devices) sum += device->filter_evictions();
      return sum;
    };
  } else if (recording.counted == Counted::kDeviceEvents) {
    selection.trigger.counter = [&dispatcher] {
      const ras::Damage* damage = dispatcher.damage();
      return damage == nullptr ? std::uint64_t{0} : damage->device_events().size();
    };
  }
  const auto selects = selection.object;
  auto recorder = std::make_unique<HopRecorder>(selection);
  recorder->attach(root, dispatcher);
  if (recording.attached) recording.attached(root);
  for (const auto* device : devices) {
    if (selects && !selects(device->name())) continue;
    recorder->state.add_probe(*device,
                              {{device->name(), "snoop_filter_occupancy", 32, {}},
                               {device->name(), "requests_waiting", 16, {}},
                               {device->name(), "lines_snooped", 16, {}}},
                              [=](auto& values) {
                                values = {device->filter_occupancy(), device->requests_waiting(),
                                          device->lines_snooped()};
                              });
  }
  watch_queues(*recorder, root);
  if (recording.watched_line) watch_line(*recorder, root, *recording.watched_line);
  return recorder;
}

std::vector<std::string> recordable_objects(const assembly::MachineConfig& config) {
  sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
  // Same modules; the implementation inside does not matter.
  assembly::MachineConfig modelled = config;
  modelled.placement.policy = placement::policy_named("first_touch");
  modelled.pool.each.device.impl = pool::DeviceImpl::kModel;
  for (auto& [device, own] : modelled.pool.overrides) own.device.impl = pool::DeviceImpl::kModel;
  if (modelled.tracking.tracks()) modelled.tracking.impl = tracking::TrackingImpl::kModel;
  const assembly::BareMachine machine("machine", modelled, {base::NodeId{0}});
  std::vector<std::string> names;
  collect(*sc_core::sc_find_object("machine"), names);
  return names;
}

}  // namespace starnuma::run
