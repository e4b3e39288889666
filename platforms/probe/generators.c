// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/generators.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "platforms/probe/clock.h"
#include "platforms/probe/pin.h"

const ReadShare kReadShares[3] = {kReadsOnly, kThreeQuarters, kHalf};

enum {
  kBatchLines = 12,  ///< lines between two clock readings; a multiple of three for every share
  kPatience = 4,     ///< batches that a late thread may issue without pacing
  kCachePair = 128,  ///< bytes between data that different threads write
};

typedef struct {
  _Alignas(kCachePair) _Atomic uint64_t batches;
  int cpu;
  char* base;
  size_t batch_bytes;
  size_t batch_count;
  size_t first_batch;
  size_t words_per_line;
  ReadShare share;
  double ticks_per_batch;
  Generators* all;
  pthread_t thread;
} Worker;

struct Generators {
  _Alignas(kCachePair) atomic_bool stop;
  int count;
  double line_bytes;
  ReadShare share;
  size_t* position;
  Worker* workers;
};

/// Reads both halves of a line: hardware then prefetches further ahead than for one word of each
/// line, and not less far than for all words.
static uint64_t read_line(const uint64_t* word, size_t step) { return word[0] + word[step / 2]; }

static uint64_t read_lines(uint64_t* word, size_t step) {
  uint64_t sum = 0;
  for (int i = 0; i < kBatchLines; ++i, word += step) sum += read_line(word, step);
  return sum;
}

/// Writes one line of three: three reads per write.
static uint64_t write_a_third(uint64_t* word, size_t step) {
  uint64_t sum = 0;
  for (int i = 0; i < kBatchLines; i += 3, word += 3 * step) {
    ++word[0];
    sum += read_line(word, step) + read_line(word + step, step) + read_line(word + 2 * step, step);
  }
  return sum;
}

static uint64_t write_all(uint64_t* word, size_t step) {
  uint64_t sum = 0;
  for (int i = 0; i < kBatchLines; ++i, word += step) {
    ++word[0];
    sum += read_line(word, step);
  }
  return sum;
}

static uint64_t work_on(const Worker* worker, size_t batch) {
  uint64_t* const word = (uint64_t*)(worker->base + batch * worker->batch_bytes);
  if (worker->share == kReadsOnly) return read_lines(word, worker->words_per_line);
  if (worker->share == kThreeQuarters) return write_a_third(word, worker->words_per_line);
  return write_all(word, worker->words_per_line);
}

static void* generate(void* argument) {
  Worker* const worker = argument;
  IdSet cpus = {0};
  ids_add(&cpus, worker->cpu);
  pin_to(&cpus);
  uint64_t done = 0, sum = 0;
  size_t batch = worker->first_batch;
  double due = (double)ticks();
  while (!atomic_load_explicit(&worker->all->stop, memory_order_relaxed)) {
    sum += work_on(worker, batch);
    __asm__ volatile("" : : "r"(sum) : "memory");
    if (++batch == worker->batch_count) batch = 0;
    atomic_store_explicit(&worker->batches, ++done, memory_order_relaxed);
    if (worker->ticks_per_batch == 0) continue;
    due += worker->ticks_per_batch;
    double time = (double)ticks();
    if (due < time - kPatience * worker->ticks_per_batch) due = time;
    while (time < due) {
      relax();
      time = (double)ticks();
    }
  }
  return NULL;
}

/// Returns the writes per line read.
static double writes_per_line(ReadShare share) {
  return share == kReadsOnly ? 0 : share == kThreeQuarters ? 1.0 / 3 : 1;
}

static void prepare(Worker* worker, int index, int cpu, const Load* load, Generators* all) {
  const size_t batch_bytes = kBatchLines * load->line_bytes;
  const size_t part = load->memory->bytes / (size_t)all->count / batch_bytes;
  const double traffic = (double)batch_bytes * (1 + writes_per_line(load->share));
  // Threads start at different offsets of their parts, so that they do not access banks in
  // lockstep.
  const double kGolden = 0.6180339887;
  const double offset = index * kGolden - (int)(index * kGolden);
  *worker = (Worker){
      .cpu = cpu,
      .base = load->memory->base + (size_t)index * part * batch_bytes,
      .batch_bytes = batch_bytes,
      .batch_count = part,
      .first_batch = ((size_t)(offset * (double)part) + *load->position) % part,
      .words_per_line = load->line_bytes / sizeof(uint64_t),
      .share = load->share,
      .all = all,
  };
  if (load->bytes_per_second > 0) {
    worker->ticks_per_batch =
        traffic * all->count / load->bytes_per_second * load->ticks_per_second;
  }
}

Generators* generators_start(const Load* load) {
  Generators* const all = aligned_alloc(kCachePair, sizeof *all);
  const int count = ids_count(&load->cores);
  Worker* const workers = aligned_alloc(kCachePair, (size_t)count * sizeof *workers);
  if (!all || !workers) return NULL;
  *all = (Generators){.count = count,
                      .line_bytes = (double)load->line_bytes,
                      .share = load->share,
                      .position = load->position,
                      .workers = workers};
  int cpu = -1, started = 0;
  for (int i = 0; i < count; ++i) {
    cpu = ids_next(&load->cores, cpu + 1);
    prepare(&workers[i], i, cpu, load, all);
  }
  while (started < count &&
         pthread_create(&workers[started].thread, NULL, generate, &workers[started]) == 0) {
    ++started;
  }
  if (started < count) {
    all->count = started;
    generators_stop(all);
    return NULL;
  }
  for (int i = 0; i < count; ++i) {
    while (atomic_load_explicit(&workers[i].batches, memory_order_relaxed) == 0) sched_yield();
  }
  return all;
}

Traffic generators_traffic(const Generators* generators) {
  double batches = 0;
  for (int i = 0; i < generators->count; ++i) {
    batches += (double)atomic_load_explicit(&generators->workers[i].batches, memory_order_relaxed);
  }
  const double lines = batches * kBatchLines * generators->line_bytes;
  return (Traffic){.read = lines, .written = lines * writes_per_line(generators->share)};
}

void generators_stop(Generators* generators) {
  atomic_store(&generators->stop, true);
  size_t most = 0;
  for (int i = 0; i < generators->count; ++i) {
    pthread_join(generators->workers[i].thread, NULL);
    if (generators->workers[i].batches > most) most = generators->workers[i].batches;
  }
  *generators->position += most;
  free(generators->workers);
  free(generators);
}
