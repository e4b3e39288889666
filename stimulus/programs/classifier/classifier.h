// SPDX-License-Identifier: Apache-2.0
// Training of a linear classifier on sparse data, based on the multi-core LIBLINEAR.
//
// Contract: the measurement window executes `epochs` steps of gradient descent on the squared hinge
// loss. A step consists of the matrix-vector products that dominate LIBLINEAR's solvers: scores of
// all examples (X w), then the gradient (X' d). After the run, untimed, weights are compared with a
// sequential training, and the loss must have decreased.
//
// Access pattern: examples and features are divided in blocks. Both forms of X are streamed and
// private. Weights and slopes are gathered by all threads, most often those of frequent features.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/accounting/stats.h"
#include "stimulus/kernel_state.h"
#include "stimulus/sparse/spmv.h"
#include "stimulus/window.h"
#include "stimulus/workload.h"

namespace starnuma::stimulus {

// Measured: docs/guide/calibration.md.
inline constexpr LoopCost kClassifierSlope{"classifier_slopes", "example", 9};
inline constexpr LoopCost kClassifierStep{"classifier_step", "feature", 8};

struct ClassifierData {
  /// Regularization of a step; small enough for rows of unit length. C of the loss is 1.
  static constexpr double kRegularisation = 1e-3;
  CsrMatrix examples;  ///< One row of unit length per example.
  CsrMatrix features;  ///< Transpose of the examples.
  Vector labels;       ///< 1 or -1.
  Vector weights, gradient;
  Vector scores, slopes;  ///< Indexed by example.
  double step = 0;
};

/// Computes slopes = labels * max(0, 1 - labels * scores), the contribution of each example to the
/// gradient.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void classifier_slopes(Thread& thread, const ClassifierData& data,
                                                       Range own) {
  const auto labels = data.labels;
  const auto scores = data.scores;
  const auto slopes = data.slopes;
  for (std::uint64_t i = own.begin; i < own.end; ++i) {
    spend(thread, kClassifierSlope);
    const auto label = thread.load(labels, i);
    const auto score = thread.load(scores, i);
    const double missing = std::max(0.0, 1 - label.value * score.value);
    thread.store(slopes, i, label.value * missing, latest(label.ready, score.ready));
  }
}

/// Updates the weights.
template <class Thread>
[[gnu::noinline, gnu::flatten]] void classifier_step(Thread& thread, const ClassifierData& data,
                                                     Range own) {
  const auto weights = data.weights;
  const auto gradient = data.gradient;
  const double step = data.step;
  for (std::uint64_t f = own.begin; f < own.end; ++f) {
    spend(thread, kClassifierStep);
    const auto weight = thread.load(weights, f);
    const auto slope = thread.load(gradient, f);
    thread.store(
        weights, f,
        weight.value + step * (slope.value - ClassifierData::kRegularisation * weight.value),
        latest(weight.ready, slope.ready));
  }
}

template <class Thread>
class ClassifierThread {
 public:
  ClassifierThread(Thread& thread, const ClassifierData& data) : thread_(thread), data_(data) {}

  [[gnu::noinline]] void trial(int epochs) {
    const Range examples = share_of(data_.examples);
    const Range features = share_of(data_.features);
    for (int epoch = 0; epoch < epochs; ++epoch) {
      spmv(thread_, data_.examples, data_.weights, data_.scores, examples);
      classifier_slopes(thread_, data_, examples);
      thread_.barrier();
      spmv(thread_, data_.features, data_.slopes, data_.gradient, features);
      classifier_step(thread_, data_, features);
      thread_.barrier();
    }
  }

 private:
  Range share_of(const CsrMatrix& matrix) const {
    return Range{0, matrix.rows()}.share(thread_.index(), thread_.threads(), kVectorLine);
  }

  Thread& thread_;
  const ClassifierData& data_;
};

struct ClassifierParameters {
  int scale = 20;
  int epochs = 2;
  std::uint64_t row = 64;  ///< Approximate number of features of an example.
};

class Classifier : public KernelState<ClassifierParameters, ClassifierData> {
 public:
  static constexpr std::string_view kWorkUnit = "entry and epoch";
  static constexpr int kInstructionsPerUnit = 16;  ///< Approximate; for the progress display only.

  using KernelState::KernelState;
  void build(base::Arena& arena);

  template <class Thread>
  void run(Thread& thread) {
    ClassifierThread<Thread> mine(thread, data_);
    open_window(thread);
    mine.trial(parameters_.epochs);
  }

  std::vector<std::string> check() const;
  base::Footprint footprint() const;
  base::Bytes host_bytes() const { return footprint().size * 3; }
  void report(accounting::StatWriter& out) const;
  std::uint64_t work_units() const {
    return data_.examples.entries() * static_cast<std::uint64_t>(parameters_.epochs);
  }
  std::string measured() const;

  /// Returns the loss of weights over all examples.
  double loss(const double* weights) const;
};

}  // namespace starnuma::stimulus
