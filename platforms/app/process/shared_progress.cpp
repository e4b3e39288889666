// SPDX-License-Identifier: Apache-2.0
#include "platforms/app/process/shared_progress.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <new>

#include "platforms/app/files/text_file.h"

namespace starnuma::app {

void ProgressSlot::begin(const char* phase, double from, double to) {
  phase_ = phase;
  from_ = fraction_ = from;
  to_ = to;
}

run::ProgressSink ProgressSlot::sink() {
  return [this](base::Time time, double done) {
    fraction_ = from_ + done * (to_ - from_);
    simulated_ms_ = static_cast<double>(time.ps()) * 1e-9;
  };
}

SharedProgress::SharedProgress(std::vector<std::string> names, std::filesystem::path file)
    : names_(std::move(names)), file_(std::move(file)) {
  void* memory = mmap(nullptr, names_.size() * sizeof(ProgressSlot), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  slots_ = static_cast<ProgressSlot*>(memory);
  for (std::size_t i = 0; i < names_.size(); ++i) new (&slots_[i]) ProgressSlot;
}

SharedProgress::~SharedProgress() { munmap(slots_, names_.size() * sizeof(ProgressSlot)); }

void SharedProgress::end(std::size_t i) {
  running_.erase(std::find(running_.begin(), running_.end(), i));
  ++done_;
}

void SharedProgress::write(double share, const char* phase) {
  const auto now = std::chrono::steady_clock::now();
  if (file_.empty() || now - written_ < std::chrono::milliseconds(500)) return;
  written_ = now;
  char text[80];
  std::snprintf(text, sizeof text, "%.3f %s\n", share, phase);
  write_text(file_, text);
}

void SharedProgress::show() {
  if (running_.empty()) return;
  const auto fraction = [&](std::size_t i) { return slots_[i].fraction(); };
  const std::size_t last =
      *std::min_element(running_.begin(), running_.end(),
                        [&](std::size_t a, std::size_t b) { return fraction(a) < fraction(b); });
  const ProgressSlot& slot = slots_[last];
  char text[80];
  std::snprintf(text, sizeof text, ": %s %.0f %% (%.1f ms simulated)", slot.phase(),
                100 * slot.fraction(), slot.simulated_ms());
  std::string line = names_[last] + text;
  if (names_.size() > 1) {
    line = std::to_string(done_) + " of " + std::to_string(names_.size()) + " done; " + line;
  }
  auto whole = static_cast<double>(done_);
  for (const std::size_t i : running_) whole += fraction(i);
  const double share = whole / static_cast<double>(names_.size());
  write(share, slot.phase());
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (share > 0.02) {
    std::snprintf(text, sizeof text, "  ETA %.0f s", elapsed.count() * (1 - share) / share);
    line += text;
  }
  line_.show(line);
}

}  // namespace starnuma::app
