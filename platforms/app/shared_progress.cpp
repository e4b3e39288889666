// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/shared_progress.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <new>

namespace starnuma::app {

void ProgressSlot::begin(const char* phase, double from, double to) {
  phase_ = phase;
  from_ = fraction_ = from;
  to_ = to;
}

assembly::ProgressSink ProgressSlot::sink() {
  return [this](base::Time time, double done) {
    fraction_ = from_ + done * (to_ - from_);
    simulated_ms_ = static_cast<double>(time.ps()) * 1e-9;
  };
}

SharedProgress::SharedProgress(std::size_t n) : count_(n), terminal_(isatty(STDERR_FILENO) == 1) {
  void* memory = mmap(nullptr, n * sizeof(ProgressSlot), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  slots_ = static_cast<ProgressSlot*>(memory);
  for (std::size_t i = 0; i < n; ++i) new (&slots_[i]) ProgressSlot;
}

SharedProgress::~SharedProgress() { munmap(slots_, count_ * sizeof(ProgressSlot)); }

void SharedProgress::show(const std::vector<std::string>& names) {
  if (!terminal_) return;
  std::string line;
  double slowest = 1;
  for (std::size_t i = 0; i < count_; ++i) {
    const ProgressSlot& slot = slots_[i];
    char text[120];
    std::snprintf(text, sizeof text, "%s%s: %s %.0f %% (%.1f ms simulated)", i > 0 ? "  " : "",
                  names[i].c_str(), slot.phase(), 100 * slot.fraction(), slot.simulated_ms());
    line += text;
    slowest = std::min(slowest, slot.fraction());
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (slowest > 0.02) {
    char eta[40];
    std::snprintf(eta, sizeof eta, "  ETA %.0f s", elapsed.count() * (1 - slowest) / slowest);
    line += eta;
  }
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  std::fflush(stderr);
}

void SharedProgress::clear() {
  if (terminal_) std::fprintf(stderr, "\r\033[K");
}

}  // namespace starnuma::app
