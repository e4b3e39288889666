// SPDX-License-Identifier: Apache-2.0
// Core: one SystemC thread that runs its part of the program on the core's hardware thread.
//
// Contract:
// - mem_side sends accesses to translation and caches.
// - A program may run its thread again after all threads of the team have ended.
// - Errors: an access that no memory answers stops the program. The thread of a stopped program
//   counts as ended.
// - Timing: the issue window.
// - Not modelled: instruction fetch, SMT.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <systemc>

#include "models/core/accesses_in_time.h"
#include "models/core/core_base.h"
#include "models/core/thread.h"
#include "models/kernel/now.h"
#include "models/protocol/access.h"

namespace starnuma::core {

class Core : public CoreBase {
 public:
  using Config = CoreConfig;

  /// Constructs a core that runs thread `thread` of the team.
  Core(const sc_core::sc_module_name& name, const Config& config, base::Time quantum,
       base::CoreId id, int thread, Team& team, Program& program)
      : CoreBase(name), thread_(config, quantum, id, thread, team), team_(team), program_(program) {
    SC_HAS_PROCESS(Core);
    SC_THREAD(run_program);
    set_stack_size(kStackBytes);
  }

  std::int64_t instructions() const override { return thread_.instructions(); }
  Waiting waiting() const override { return thread_.waiting(); }
  bool finished() const override { return finished_; }
  void interrupt(base::Time span) override { thread_.interrupt(span); }
  void stall_until(base::Time time) override { thread_.stall_until(time); }
  void continue_on(base::CoreId core, const MemoryPort& memory, base::Time span) override {
    thread_.continue_on(core, memory, span);
  }
  void halt(std::function<void()> then) override { thread_.halt(std::move(then)); }
  void end_halt() override { thread_.end_halt(); }
  void skip_accesses(base::Time latency) override { skip_ = std::make_unique<Skip>(latency); }
  void halt_at(std::int64_t instructions) override {
    skip_->until = instructions;
    kernel::notify_next_delta(skip_->go_on);
  }
  void simulate_accesses() override {
    connect_memory();
    halt_at(kNever);
  }

  void report(accounting::StatWriter& writer) const override {
    writer.write("instructions", thread_.instructions(), "1", "instructions executed");
    writer.write("mispredictions", thread_.mispredictions(), "1", "mispredicted branches");
    const Waiting waiting = thread_.waiting();
    writer.write("barrier_time", waiting.in_barriers.ns(), "ns",
                 "time in barriers, from when all that the thread has started is done");
    writer.write("time_after_end", waiting.after_end.ns(), "ns",
                 "time after the thread's end, with no work left");
  }
  void reset_statistics() override { thread_.reset_statistics(); }

 private:
  static constexpr std::size_t kStackBytes = 256 * 1024;  // stack of the program's functions
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  /// State while accesses are skipped.
  struct Skip {
    explicit Skip(base::Time its_latency) : latency(its_latency) {}

    base::Time latency;
    std::int64_t until = kNever;
    sc_core::sc_event go_on{sc_core::sc_gen_unique_name("go_on")};
  };

  void end_of_elaboration() override {
    if (!skip_) return connect_memory();
    thread_.connect({kernel::Destination<protocol::Access>(answer_at_once, this), {}});
  }
  void connect_memory() {
    if (dispatcher() != nullptr) thread_.deliver_in(*dispatcher());
    thread_.connect({mem_side.destination(), mem_side.look_ups()});
  }
  static void answer_at_once(void* core, protocol::Access& access) {
    auto& self = *static_cast<Core*>(core);
    if (self.thread_.instructions() >= self.skip_->until) self.halt();
    access.time += self.skip_->latency;
  }
  void halt() {
    while (thread_.instructions() >= skip_->until) sc_core::wait(skip_->go_on);
    thread_.pause_until(kernel::now());
  }
  template <class Work>
  static std::optional<protocol::AccessError> error_of(const Work& work) {
    try {
      work();
    } catch (const ProgramStopped&) {
    } catch (const protocol::AccessError& error) {
      return error;
    }
    return {};
  }
  void run_program() {
    for (bool again = true; again; again = program_.again(thread_)) {
      std::optional<protocol::AccessError> failed = error_of([this] {
        thread_.begin();
        program_.run(thread_);
      });
      // Outstanding accesses may still fail after the thread's last call.
      const auto finish = [this] { thread_.finish(); };
      if (!failed) failed = error_of(finish);
      if (failed) {
        while (error_of([&] { thread_.wait_for(failed->notified()); })) continue;
        team_.stop();
        program_.failed(std::string(name()) + ": " + failed->what());
        while (error_of(finish)) continue;
      }
      finished_ = true;
      team_.leave();
    }
  }

  Thread thread_;
  Team& team_;
  Program& program_;
  bool finished_ = false;
  std::unique_ptr<Skip> skip_;  ///< Null if accesses were never skipped.
};

}  // namespace starnuma::core
