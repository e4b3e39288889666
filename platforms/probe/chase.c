// SPDX-License-Identifier: Apache-2.0
#include "platforms/probe/chase.h"

#include <stdint.h>

#include "platforms/probe/clock.h"

/// Size of the block, in lines, within which hardware prefetches the neighbour of a missing line.
enum { kBlockLines = 4 };

/// Returns a permutation of the numbers of `bits` bits: multiplications by odd numbers and right
/// shifts are invertible. Three rounds make each bit depend on all others.
static uint64_t scattered(uint64_t number, unsigned bits) {
  static const uint64_t kOdd[] = {0x9e3779b97f4a7c15, 0xd1b54a32d192ed03, 0x8cb92ba72f3d8dd7};
  const uint64_t mask = ((uint64_t)1 << bits) - 1;
  for (int round = 0; round < 3; ++round) {
    number = (number * kOdd[round] + (kOdd[round] >> 32)) & mask;
    number ^= number >> ((bits + 1) / 2);
  }
  return number;
}

typedef struct {
  char* base;
  size_t line_bytes;
  unsigned block_bits;   ///< log2 of the blocks in a window
  unsigned window_bits;  ///< log2 of the windows
} Order;

static Order order_of(const Memory* memory, size_t bytes, size_t line_bytes) {
  const size_t block_bytes = kBlockLines * line_bytes;
  const size_t window_bytes = bytes < kHugePage ? bytes : kHugePage;
  return (Order){
      .base = memory->base,
      .line_bytes = line_bytes,
      .block_bits = (unsigned)__builtin_ctzll(window_bytes / block_bytes),
      .window_bits = (unsigned)__builtin_ctzll(bytes / window_bytes),
  };
}

/// Returns the address of a step: rounds over windows over the blocks of a window, one line of
/// each.
static char* place_of(const Order* order, uint64_t step) {
  const uint64_t in_window = step & (((uint64_t)1 << order->block_bits) - 1);
  const uint64_t of_window = step >> order->block_bits;
  const uint64_t round = of_window >> order->window_bits;
  const uint64_t window =
      scattered(of_window & (((uint64_t)1 << order->window_bits) - 1), order->window_bits);
  const uint64_t block = scattered(in_window + 0x9e3779b9 * (window + 1), order->block_bits);
  const uint64_t line = (scattered(block, order->block_bits) + round) % kBlockLines;
  const uint64_t whole = (window << order->block_bits | block) * kBlockLines + line;
  return order->base + whole * order->line_bytes;
}

void chase_build(Chase* chase, const Memory* memory, size_t bytes, size_t line_bytes) {
  const Order order = order_of(memory, bytes, line_bytes);
  char* const first = place_of(&order, 0);
  char* place = first;
  for (uint64_t step = 1; step < bytes / line_bytes; ++step) {
    char* const next = place_of(&order, step);
    *(void**)place = next;
    place = next;
  }
  *(void**)place = first;
  *chase = (Chase){.at = first};
}

static void* follow(void* at, size_t loads) {
  enum { kUnrolled = 8 };
  for (size_t done = 0; done < loads; done += kUnrolled) {
    at = *(void* volatile*)at;
    at = *(void* volatile*)at;
    at = *(void* volatile*)at;
    at = *(void* volatile*)at;
    at = *(void* volatile*)at;
    at = *(void* volatile*)at;
    at = *(void* volatile*)at;
    at = *(void* volatile*)at;
  }
  return at;
}

double chase_sample(Chase* chase, double seconds, size_t chunk) {
  const double end = now() + seconds;
  const double begin = own_time();
  size_t loads = 0;
  do {
    chase->at = follow(chase->at, chunk);
    loads += chunk;
  } while (now() < end);
  chase->loads += loads;
  return 1e9 * (own_time() - begin) / (double)loads;
}
