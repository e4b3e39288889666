// SPDX-License-Identifier: Apache-2.0
#include "models/placement/plan.h"

namespace starnuma::placement {

PlanCounts& PlanCounts::operator+=(const PlanCounts& other) {
  candidates += other.candidates;
  to_pool += other.to_pool;
  to_socket += other.to_socket;
  evicted += other.evicted;
  ping_pong += other.ping_pong;
  already_there += other.already_there;
  no_room += other.no_room;
  copies += other.copies;
  written += other.written;
  over_limit += other.over_limit;
  return *this;
}

void Plan::add(const Plan& other) {
  moves.insert(moves.end(), other.moves.begin(), other.moves.end());
  counts += other.counts;
  tasks.insert(tasks.end(), other.tasks.begin(), other.tasks.end());
  unmap.insert(unmap.end(), other.unmap.begin(), other.unmap.end());
}

}  // namespace starnuma::placement
