// SPDX-License-Identifier: Apache-2.0
// Host implementations of the thread that kernels use; nothing is modelled and all calls are
// inlined.
//
// NativeThread runs alone and compiles to the plain algorithm, which calibration measures.
// ConcurrentThread is one of a team of host threads. Its loads acquire and its stores release, as
// on x86, so kernels with intentional races are well defined.
// Not modelled: anything; `work`, `branch` and `Ready` are empty.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "models/base/arena.h"

namespace starnuma::stimulus {

struct NativeReady {};
constexpr NativeReady latest(NativeReady, NativeReady) { return {}; }

template <class T>
struct NativeLoaded {
  T value;
  NativeReady ready;
};

/// Barrier of a team of host threads.
class NativeTeam {
 public:
  explicit NativeTeam(int threads) : threads_(threads) {}
  int threads() const { return threads_; }

  void barrier() {
    if (threads_ == 1) return;
    std::unique_lock lock(mutex_);
    const std::uint64_t round = round_;
    if (++waiting_ == threads_) {
      waiting_ = 0;
      ++round_;
      changed_.notify_all();
      return;
    }
    changed_.wait(lock, [&] { return round_ != round; });
  }

 private:
  int threads_;
  int waiting_ = 0;
  std::uint64_t round_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
};

template <bool kConcurrent>
class HostThread {
 public:
  using Ready = NativeReady;
  explicit HostThread(NativeTeam& team, int index = 0) : team_(team), index_(index) {}

  int index() const { return index_; }
  int threads() const { return kConcurrent ? team_.threads() : 1; }

  /// The kind of a load concerns the caches of the model only.
  template <class T, class Kind = int>
  NativeLoaded<T> load(const base::SimArray<T>& a, std::uint64_t i, Ready = {}, Kind = {}) {
    if constexpr (kConcurrent && sizeof(T) <= sizeof(std::uint64_t)) {
      T value;
      __atomic_load(&a.data[i], &value, __ATOMIC_ACQUIRE);
      return {value, {}};
    } else {
      return {a.data[i], {}};
    }
  }
  template <class T>
  void store(const base::SimArray<T>& a, std::uint64_t i, T value, Ready = {}, bool = false) {
    if constexpr (kConcurrent && sizeof(T) <= sizeof(std::uint64_t)) {
      __atomic_store(&a.data[i], &value, __ATOMIC_RELEASE);
    } else {
      a.data[i] = value;
    }
  }
  template <class T>
  T fetch_add(const base::SimArray<T>& a, std::uint64_t i, T delta) {
    return __atomic_fetch_add(&a.data[i], delta, __ATOMIC_SEQ_CST);
  }
  template <class T>
  T fetch_or(const base::SimArray<T>& a, std::uint64_t i, T bits) {
    return __atomic_fetch_or(&a.data[i], bits, __ATOMIC_SEQ_CST);
  }
  template <class T>
  bool compare_exchange(const base::SimArray<T>& a, std::uint64_t i, T expected, T desired) {
    return __atomic_compare_exchange_n(&a.data[i], &expected, desired, false, __ATOMIC_SEQ_CST,
                                       __ATOMIC_SEQ_CST);
  }
  void work(int) {}
  void branch(std::uint32_t, bool, Ready = {}) {}
  void synchronise() {}
  void barrier() {
    if constexpr (kConcurrent) team_.barrier();
  }
  void begin_measurement() {}

 private:
  NativeTeam& team_;
  int index_;
};

using NativeThread = HostThread<false>;
using ConcurrentThread = HostThread<true>;

/// Runs a kernel with the calling thread only.
template <class Kernel>
void run_natively(Kernel& kernel) {
  NativeTeam team(1);
  NativeThread thread(team);
  kernel.run(thread);
}

/// Runs a kernel with a team of host threads.
template <class Kernel>
void run_threaded(Kernel& kernel, int threads) {
  NativeTeam team(threads);
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t) {
    workers.emplace_back([&kernel, &team, t] {
      ConcurrentThread thread(team, t);
      kernel.run(thread);
    });
  }
  for (std::thread& worker : workers) worker.join();
}

}  // namespace starnuma::stimulus
