// SPDX-License-Identifier: Apache-2.0
#include "platforms/assembly/boxes/os_box.h"

#include "platforms/assembly/config/index.h"

namespace starnuma::assembly {
namespace {

class CoreOfSocket : public os::ProgramCore {
 public:
  CoreOfSocket(SocketBox& socket, int core, base::CoreId id, kernel::Execution execution)
      : mmu_(*socket.mmus()[static_cast<std::size_t>(core)]),
        caches_(*socket.private_caches()[static_cast<std::size_t>(core)]),
        core_(*socket.cores()[static_cast<std::size_t>(core)]),
        task_(core_.idle() ? nullptr : &core_),
        id_(id),
        execution_(execution) {}

  bool invalidate(base::PageId page, base::Time time) override {
    return mmu_.invalidate(page, time);
  }
  void wait_until_unused(base::PageId page) override { mmu_.wait_until_unused(page); }
  void resume_with_pages() override { mmu_.resume_with_pages(); }
  bool busy() const override { return task_ != nullptr; }
  bool runs(base::SpaceId space) const override { return busy() && mmu_.space() == space; }
  base::Time latest_use() const override { return mmu_.latest_use(); }
  void interrupt(base::Time span) override {
    if (busy()) task_->interrupt(span);
  }
  void stall(base::Time from, base::Time until) override {
    if (!busy()) return;
    execution_.overlaps() ? task_->stall_until(until) : task_->interrupt(until - from);
  }
  Flushed flush(base::SpaceId space, base::Time time) override {
    const cache::PrivateCaches::Flushed lines = caches_.flush(id_, time);
    return {mmu_.flush(space, time), lines.lines, lines.span};
  }
  void change_tasks(ProgramCore& with, base::Time span) override {
    auto& other = static_cast<CoreOfSocket&>(with);
    if (!other.busy()) other.mmu_.enter(mmu_.page_map());
    std::swap(task_, other.task_);
    for (CoreOfSocket* core : {this, &other}) {
      if (!core->busy()) continue;
      core::CoreBase::MemSide& memory = core->core_.mem_side;
      core->task_->continue_on(core->id_, {memory.destination(), memory.look_ups()}, span);
    }
  }
  void halt() override {
    if (!busy() || !execution_.overlaps()) return;
    task_->halt([&, caller = execution_.caller()] { execution_.resume(caller); });
    execution_.suspend();
  }
  void end_halt() override {
    if (busy() && execution_.overlaps()) task_->end_halt();
  }
  void handle_faults(paging::FaultHandler& os, bool copies) override {
    mmu_.handle_faults(os, copies);
  }

 private:
  translation::Mmu& mmu_;
  cache::PrivateCaches& caches_;
  core::CoreBase& core_;
  core::CoreBase* task_;  ///< Core on which the task that runs here began; null: no task runs here.
  base::CoreId id_;
  kernel::Execution execution_;
};

/// Returns all cores of the machine; cores of other hosts are marked as foreign.
std::vector<os::PlacedCore> placed_cores(const Shared& shared,
                                         const std::vector<std::unique_ptr<SocketBox>>& sockets,
                                         int host) {
  const Wiring& wiring = shared.wiring;
  const int first = wiring.sockets[at(shared.config.sockets_of(host).front())];
  std::vector<os::PlacedCore> cores;
  for (std::size_t s = 0; s < sockets.size(); ++s) {
    const bool own = wiring.host_of_socket[s] == host;
    const base::Time leg =
        own ? wiring.topology.path_latency(first, wiring.sockets[s]) : base::Time(0);
    for (std::size_t c = 0; c < sockets[s]->cores().size(); ++c) {
      cores.push_back({std::make_unique<CoreOfSocket>(*sockets[s], static_cast<int>(c),
                                                      static_cast<base::CoreId>(cores.size()),
                                                      kernel::Execution(shared.dispatcher)),
                       leg, static_cast<int>(s), own});
    }
  }
  return cores;
}

}  // namespace

std::unique_ptr<os::OsCore> make_os_core(const Shared& shared,
                                         const std::vector<std::unique_ptr<SocketBox>>& sockets,
                                         int host) {
  const std::vector<paging::PageMap*> maps = shared.moving_of(host);
  if (maps.empty()) return nullptr;
  const std::vector<int> own = shared.config.sockets_of(host);
  const placement::PlacementConfig& placement = shared.config.placement;
  auto os_core =
      std::make_unique<os::OsCore>("os_core", placement, shared.config.socket.each.core.frequency,
                                   maps, placed_cores(shared, sockets, host));
  os_core->handle_faults(shared.copies);
  os_core->deliver_in(shared.dispatcher);
  const auto port = static_cast<std::size_t>(shared.config.cores_per_socket());
  cache::CachingAgent& agent = sockets[at(own.front())]->caching_agent();
  os_core->port().mem_side.bind(agent.cpu_side[port]);
  for (const int s : own) {
    if (s == own.front() || !shared.os_everywhere) continue;
    os_core->port()
        .add_socket_side(*os_core, s)
        .bind(sockets[at(s)]->caching_agent().cpu_side[port]);
  }
  if (shared.uncached() != nullptr)
    os_core->port().add_uncached_side(*os_core).bind(agent.uncached_side[port]);
  return os_core;
}

}  // namespace starnuma::assembly
