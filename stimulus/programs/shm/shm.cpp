// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/shm/shm.h"

#include <algorithm>
#include <unordered_map>

#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"

namespace starnuma::stimulus {
namespace {

/// Segment size of LACX.
constexpr base::Bytes kShmSegment(std::int64_t{2} << 30);

}  // namespace

base::Footprint Shm::footprint() const { return footprint_at(parameters_.scale, kShmSegment); }

void Shm::build(base::Arena& arena) {
  const auto bytes = static_cast<std::uint64_t>(footprint().size.value);
  wrong_.assign(static_cast<std::size_t>(arena.threads()), kNotRun);
  const std::uint64_t lines = std::max(bytes / base::kLineBytes, parameters_.block);
  data_ = arena.allocate<std::uint64_t>("shm.segment", lines * ShmMix::kLineWords,
                                        base::Touch::dealt(), base::Mapping::kShared);
  for (std::uint64_t i = 0; i < lines; ++i) data_.data[i * ShmMix::kLineWords] = shm_word(i, 0);
}

std::vector<std::string> Shm::check() const {
  if (std::count(wrong_.begin(), wrong_.end(), kNotRun) != 0) return {"shm: not all threads ran"};
  Mismatches mismatches("wrong lines");
  std::unordered_map<std::uint64_t, std::vector<std::uint64_t>> legal;
  for (std::uint64_t thread = 0; thread < wrong_.size(); ++thread) {
    if (wrong_[thread] > 0) {
      mismatches.add("thread ", thread, " read ", wrong_[thread], " lines without their number");
    }
    ShmStream stream = stream_of(thread);
    std::unordered_map<std::uint64_t, std::uint64_t> last;
    for (std::uint64_t i = 0; i < operations_of(thread); ++i) {
      const ShmOperation operation = stream.next();
      if (operation.read) continue;
      for (std::uint64_t n = 0; n < parameters_.block; ++n) {
        last[operation.first + n] = shm_word(operation.first + n, 1 + i * wrong_.size() + thread);
      }
    }
    for (const auto& [line, word] : last) legal[line].push_back(word);
  }
  for (std::uint64_t line = 0; line < lines(); ++line) {
    const auto written = legal.find(line);
    const std::uint64_t word = data_.data[line * ShmMix::kLineWords];
    const bool right = written == legal.end()
                           ? word == shm_word(line, 0)
                           : std::count(written->second.begin(), written->second.end(), word) > 0;
    if (right) continue;
    mismatches.add("line ", line, " does not hold the last value of any thread");
  }
  return mismatches.lines();
}

void Shm::report(accounting::StatWriter& out) const {
  accounting::StatWriter shm = out.under("shm");
  shm.write("lines", lines(), "1", "lines of the shared segment");
  shm.write("operations", parameters_.operations, "1", "blocks read or written, over all threads");
}

Definition define_shm() {
  return KernelDefinition<Shm>("shm",
                               "threads that read and write random blocks of one shared segment")
      .scale()
      .number("operations", &ShmParameters::operations, 1, 1 << 30)
      .number("reads", &ShmParameters::reads, 0, 100)
      .number("own", &ShmParameters::own, 0, 100)
      .number("block", &ShmParameters::block, 1, 64);
}

}  // namespace starnuma::stimulus
