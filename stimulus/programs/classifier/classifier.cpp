// SPDX-License-Identifier: Apache-2.0
#include "stimulus/programs/classifier/classifier.h"

#include <algorithm>
#include <cmath>

#include "models/base/random.h"
#include "stimulus/counted.h"
#include "stimulus/kernel_definition.h"
#include "stimulus/mismatches.h"
#include "stimulus/random_values.h"

namespace starnuma::stimulus {
namespace {

/// Assumed: a data set that fills a socket's DIMM of 16 GiB in both forms.
constexpr base::Bytes kClassifierFullSize(std::int64_t{16} << 30);

/// Returns rows of unit length. Feature f is drawn with a density proportional to 1 / sqrt(f),
/// similar to words of texts: some are nearly everywhere, most are rare.
HostMatrix random_examples(std::uint64_t count, std::uint64_t features, std::uint64_t row,
                           std::uint64_t seed) {
  base::Random random(seed);
  HostMatrix examples;
  std::vector<std::uint32_t> chosen;
  for (std::uint64_t i = 0; i < count; ++i) {
    chosen.clear();
    for (std::uint64_t n = 0; n < row; ++n) {
      const double u = static_cast<double>(random.next() >> 11) * 0x1p-53;
      chosen.push_back(static_cast<std::uint32_t>(u * u * static_cast<double>(features)));
    }
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    const double value = 1 / std::sqrt(static_cast<double>(chosen.size()));
    for (const std::uint32_t feature : chosen) examples.add(feature, value);
    examples.close_row();
  }
  return examples;
}

HostMatrix transposed(const HostMatrix& matrix, std::uint64_t columns) {
  HostMatrix result;
  result.offsets.assign(columns + 1, 0);
  for (const std::uint32_t column : matrix.columns) ++result.offsets[column + 1];
  for (std::size_t c = 0; c < columns; ++c) result.offsets[c + 1] += result.offsets[c];
  result.columns.resize(matrix.columns.size());
  result.values.resize(matrix.values.size());
  std::vector<std::uint64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::uint32_t i = 0; i < matrix.rows(); ++i) {
    for (std::uint64_t e = matrix.offsets[i]; e < matrix.offsets[i + 1]; ++e) {
      const std::uint64_t at = next[matrix.columns[e]]++;
      result.columns[at] = i;
      result.values[at] = matrix.values[e];
    }
  }
  return result;
}

/// Executes the same steps, example by example without the transpose.
std::vector<double> train_plainly(const ClassifierData& data, int epochs) {
  const CsrMatrix& x = data.examples;
  std::vector<double> weights(data.features.rows(), 0);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    const std::vector<double> scores = product(x, weights.data());
    std::vector<double> gradient(weights.size(), 0);
    for (std::uint64_t i = 0; i < x.rows(); ++i) {
      const double label = data.labels.data[i];
      const double slope = label * std::max(0.0, 1 - label * scores[i]);
      for (std::uint64_t e = x.offsets.data[i]; e < x.offsets.data[i + 1]; ++e) {
        gradient[x.columns.data[e]] += slope * x.values.data[e];
      }
    }
    for (std::size_t f = 0; f < weights.size(); ++f) {
      weights[f] += data.step * (gradient[f] - ClassifierData::kRegularisation * weights[f]);
    }
  }
  return weights;
}

}  // namespace

base::Footprint Classifier::footprint() const {
  return footprint_at(parameters_.scale, kClassifierFullSize);
}

void Classifier::build(base::Arena& arena) {
  const auto bytes = static_cast<std::uint64_t>(footprint().size.value);
  const std::uint64_t count =
      std::max<std::uint64_t>(64, bytes / 2 / csr_row_bytes(parameters_.row));
  const std::uint64_t features = count;  // about as many as in collections of texts
  const HostMatrix examples = random_examples(count, features, parameters_.row, seed_);
  data_.examples = place(arena, "classifier.examples", examples);
  data_.features = place(arena, "classifier.features", transposed(examples, features));
  const auto vector = [&](std::string_view name, std::uint64_t size) {
    return arena.allocate<double>(name, size, base::Touch::blocked());
  };
  data_.labels = vector("classifier.labels", count);
  data_.scores = vector("classifier.scores", count);
  data_.slopes = vector("classifier.slopes", count);
  data_.weights = vector("classifier.weights", features);
  data_.gradient = vector("classifier.gradient", features);
  // Less than the inverse of the maximum sum of squares in a step.
  data_.step = 1 / static_cast<double>(count);
  std::vector<double> truth(features);
  for (std::size_t f = 0; f < features; ++f) truth[f] = random_value(f, seed_);
  const std::vector<double> scores = product(data_.examples, truth.data());
  for (std::uint64_t i = 0; i < count; ++i) data_.labels.data[i] = scores[i] < 0 ? -1 : 1;
}

double Classifier::loss(const double* weights) const {
  const std::vector<double> scores = product(data_.examples, weights);
  double sum = 0;
  for (std::uint64_t i = 0; i < scores.size(); ++i) {
    const double missing = std::max(0.0, 1 - data_.labels.data[i] * scores[i]);
    sum += missing * missing / 2;
  }
  return sum;
}

std::vector<std::string> Classifier::check() const {
  Mismatches mismatches("wrong weights");
  const std::vector<double> expected = train_plainly(data_, parameters_.epochs);
  for (std::size_t f = 0; f < expected.size(); ++f) {
    const double weight = data_.weights.data[f];
    if (std::abs(weight - expected[f]) <= 1e-10) continue;
    mismatches.add("the weight of feature ", f, " is ", weight, ", expected ", expected[f]);
  }
  const double before = static_cast<double>(data_.examples.rows()) / 2;
  const double after = loss(data_.weights.data);
  if (after >= before) {
    mismatches.add("the loss is ", after, ", not below that of no training, ", before);
  }
  return mismatches.lines();
}

void Classifier::report(accounting::StatWriter& out) const {
  accounting::StatWriter classifier = out.under("classifier");
  classifier.write("examples", data_.examples.rows(), "1", "examples");
  classifier.write("features", data_.features.rows(), "1", "features");
  classifier.write("entries", data_.examples.entries(), "1", "features of all examples");
  classifier.write("epochs", parameters_.epochs, "1", "steps, each over all examples");
}

std::string Classifier::measured() const { return counted(parameters_.epochs, "epoch", "epochs"); }

Definition define_classifier() {
  return KernelDefinition<Classifier>(
             "classifier",
             "training of a linear classifier on sparse data: streams, and gathered weights")
      .scale()
      .number("epochs", &ClassifierParameters::epochs, 1, 1000)
      .number("row", &ClassifierParameters::row, 8, 512);
}

}  // namespace starnuma::stimulus
