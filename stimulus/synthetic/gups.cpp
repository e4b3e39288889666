// SPDX-License-Identifier: Apache-2.0
#include "stimulus/synthetic/gups.h"

#include "stimulus/kernel_definition.h"

namespace starnuma::stimulus {
namespace {

/// Largest power of two of 8-byte entries within the footprint of a graph: 2^4 per vertex.
constexpr int kEntriesPerVertexLog = 4;
static_assert(base::Bytes(8 << kEntriesPerVertexLog) <= graph_footprint(0).size);
static_assert(base::Bytes(16 << kEntriesPerVertexLog) > graph_footprint(0).size);

}  // namespace

void Gups::build(base::Arena& arena) {
  const int entries_log = parameters_.scale + kEntriesPerVertexLog;
  threads_ = static_cast<std::uint64_t>(arena.threads());
  index_shift_ = 64 - entries_log;
  data_ = arena.allocate<std::uint64_t>("gups.table", std::uint64_t{1} << entries_log);
  for (std::uint64_t i = 0; i < data_.size; ++i) data_.data[i] = i;
}

base::Random Gups::random_of(std::uint64_t thread) const {
  base::Random seeds(seed_);
  for (std::uint64_t t = 0; t < thread; ++t) seeds.next();
  return base::Random(seeds.next());
}

std::uint64_t Gups::wrong_entries() const {
  std::vector<std::uint64_t> expected(data_.size);
  for (std::uint64_t i = 0; i < data_.size; ++i) expected[i] = i;
  for (std::uint64_t thread = 0; thread < threads_; ++thread) {
    base::Random random = random_of(thread);
    for (std::uint64_t i = updates_of(thread); i > 0; --i) {
      const std::uint64_t number = random.next();
      expected[index_of(number)] ^= number;
    }
  }
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < data_.size; ++i) wrong += data_.data[i] != expected[i];
  return wrong;
}

std::vector<std::string> Gups::check() const {
  const std::uint64_t wrong = wrong_entries();
  if (wrong * 100 <= parameters_.updates) return {};
  return {"gups: " + std::to_string(wrong) + " wrong entries after " +
          std::to_string(parameters_.updates) + " updates; at most 1 % may be lost"};
}

void Gups::report(accounting::StatWriter& out) const {
  accounting::StatWriter gups = out.under("gups");
  gups.write("table_bytes", data_.size * sizeof(std::uint64_t), "bytes", "size of the table");
  gups.write("updates", parameters_.updates, "1",
             "load, xor and store of a random entry, over all threads");
  gups.write("wrong_entries", wrong_entries(), "1",
             "entries where threads that met lost an update");
}

Definition define_gups() {
  return KernelDefinition<Gups>("gups",
                                "random updates of one table by all threads: independent misses")
      .scale()
      .number("updates", &GupsParameters::updates, 1, 1 << 30);
}

}  // namespace starnuma::stimulus
