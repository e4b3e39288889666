// SPDX-License-Identifier: Apache-2.0
#include "testbenches/modules/traffic_core.h"

#include <algorithm>
#include <sstream>

#include "models/base/address_text.h"
#include "models/base/check.h"
#include "models/kernel/now.h"
#include "models/observers/message_name.h"

namespace starnuma::modules_bench {

using base::Time;
using protocol::Access;
using protocol::AccessKind;

void TrafficCore::begin(std::uint64_t accesses, const PhaseTraffic& traffic) {
  traffic_ = &traffic;
  left_ = accesses;
  if (left_ > 0) go_on_later(traffic.longest_gap);
}

void TrafficCore::go_on_later(Time longest_gap) {
  asleep_ = false;
  const auto gaps = static_cast<std::uint64_t>(longest_gap.ps()) + 1;
  const Time gap(static_cast<std::int64_t>(random_.below(gaps)));
  dispatcher_.call_at(kernel::now() + gap, *this, 0);
}

void TrafficCore::due(int, kernel::Envelope*) {
  dispatcher_.run([this] { issue(); });
  if (left_ == 0 || under_way_.size() == max_outstanding_) {
    asleep_ = true;
  } else {
    go_on_later(traffic_->longest_gap);
  }
}

Access TrafficCore::draw() {
  Access access;
  access.line = traffic_->lines[random_.below(traffic_->lines.size())];
  access.address = {access.line.value * base::kLineBytes};
  access.core = static_cast<base::CoreId>(number_);
  access.issued = access.time = kernel::now();
  int kind = static_cast<int>(random_.below(100));
  access.kind = AccessKind::kLoad;
  if ((kind -= traffic_->stores) < 0) {
    access.kind = AccessKind::kStore;
    access.dirty = kind % 2 == 0;  // half of the stores write a whole line
  } else if ((kind -= traffic_->atomics) < 0) {
    access.kind = AccessKind::kAtomic;
  } else if ((kind -= traffic_->flushes) < 0) {
    access.kind = AccessKind::kFlush;
  } else if ((kind -= traffic_->current_loads) < 0) {
    access.kind = AccessKind::kCurrentLoad;
  }
  return access;
}

/// Executes one access on its own fiber.
void TrafficCore::issue() {
  --left_;
  const std::uint64_t mine = ++issued_;
  Access access = draw();
  under_way_.push_back({mine, access});
  cpu.send(access);
  SN_CHECK(access.time >= access.issued, name(), ": an access to line ", access.line,
           " is done before it began, at ", kernel::now().ps(), " ps");
  watch_.completed(number_, access);
  under_way_.erase(std::find_if(under_way_.begin(), under_way_.end(),
                                [&](const Outstanding& one) { return one.number == mine; }));
  if (asleep_ && left_ > 0) go_on_later(traffic_->longest_gap);
}

std::string TrafficCore::oldest() const {
  const Access& access = under_way_.front().access;
  std::ostringstream text;
  text << name() << " waits since " << access.issued.ps() << " ps for its "
       << observers::access_name(access.kind) << " of line " << access.line;
  return text.str();
}

}  // namespace starnuma::modules_bench
