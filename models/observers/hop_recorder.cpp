// SPDX-License-Identifier: Apache-2.0
#include "models/observers/hop_recorder.h"

namespace starnuma::observers {

namespace {

void for_each_object(sc_core::sc_object& object,
                     const std::function<void(sc_core::sc_object&)>& visit) {
  for (sc_core::sc_object* child : object.get_child_objects()) {
    visit(*child);
    for_each_object(*child, visit);
  }
}

template <class Payload>
void set_tapper(sc_core::sc_object& object, kernel::Tapper<Payload>& tapper) {
  if (auto* point = dynamic_cast<kernel::TapPoint<Payload>*>(&object)) point->set_tapper(tapper);
}

}  // namespace

void HopRecorder::attach(sc_core::sc_object& root, kernel::Dispatcher& dispatcher) {
  dispatcher.set_observer(*this);
  for_each_object(root, [this](sc_core::sc_object& object) {
    set_tapper<kernel::Envelope>(object, messages);
    set_tapper<protocol::Access>(object, accesses);
    set_tapper<protocol::MemoryRequest>(object, memory);
    set_tapper<protocol::TrackerRequest>(object, tracking);
    set_tapper<protocol::MetadataAccess>(object, tracking);
  });
}

void HopRecorder::handling(const kernel::Envelope& message, const kernel::Agent& receiver) {
  messages.handling(message, receiver);
}

void HopRecorder::handled(const kernel::Envelope& message, const kernel::Agent& receiver) {
  if (buffer.window().over(message.horizon)) return;
  buffer.window().on_handled(message.time);
  state.handled(message.time, receiver);
  messages.handled(message);
}

}  // namespace starnuma::observers
