// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients on a random symmetric sparse matrix, as in the NAS parallel benchmark CG.
//
//   cg ROWS ENTRIES ITERATIONS   ENTRIES is the average number of entries of a row
//
// As in the benchmark, values and columns of a row are adjacent and read in order, and the vector p
// is gathered at random. Rows are divided among threads in blocks, and each thread touches its rows
// first. The matrix differs: its entries are at random positions, and its diagonal is dominant. The
// exit code is 1 if the residual of the recurrence is not b - A x, or has not decreased.
#include <starnuma_roi.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

constexpr unsigned kSeed = 1;

/// Memory that has no first toucher until it is written.
template <class T>
T* untouched(std::int64_t size) {
  constexpr std::size_t kPage = 4096;
  const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(T);
  return static_cast<T*>(std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage));
}

struct Matrix {
  std::int64_t rows;
  std::int64_t* first;
  double* values;
  std::int32_t* columns;
};

struct Entry {
  std::int32_t column;
  double value;
};

Matrix make_matrix(std::int64_t rows, std::int64_t entries) {
  std::mt19937_64 random(kSeed);
  std::vector<std::vector<Entry>> lists(static_cast<std::size_t>(rows));
  for (std::int64_t pair = 0; pair < rows * entries / 2; ++pair) {
    const std::size_t i = random() % lists.size(), j = random() % lists.size();
    const double value = static_cast<double>(random() % 1000) / 1000;
    if (i == j) continue;
    lists[i].push_back({static_cast<std::int32_t>(j), value});
    lists[j].push_back({static_cast<std::int32_t>(i), value});
  }
  Matrix matrix{rows, untouched<std::int64_t>(rows + 1), nullptr, nullptr};
  matrix.first[0] = 0;
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto count = static_cast<std::int64_t>(lists[static_cast<std::size_t>(i)].size());
    matrix.first[i + 1] = matrix.first[i] + count + 1;
  }
  matrix.values = untouched<double>(matrix.first[rows]);
  matrix.columns = untouched<std::int32_t>(matrix.first[rows]);
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < rows; ++i) {
    std::int64_t at = matrix.first[i];
    double diagonal = 1;
    for (const Entry& entry : lists[static_cast<std::size_t>(i)]) {
      matrix.columns[at] = entry.column;
      matrix.values[at++] = entry.value;
      diagonal += entry.value;
    }
    matrix.columns[at] = static_cast<std::int32_t>(i);
    matrix.values[at] = diagonal;
  }
  return matrix;
}

struct Vectors {
  double *x, *r, *p, *q;
};

double product_of_row(const Matrix& matrix, const double* vector, std::int64_t row) {
  double sum = 0;
  for (std::int64_t e = matrix.first[row]; e < matrix.first[row + 1]; ++e) {
    sum += matrix.values[e] * vector[matrix.columns[e]];
  }
  return sum;
}

void start(std::int64_t rows, const Vectors& v) {  // x = 0, r = p = b = 1
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < rows; ++i) {
    v.x[i] = v.q[i] = 0;
    v.r[i] = v.p[i] = 1;
  }
}

/// Returns r r after the iterations.
double solve(const Matrix& matrix, const Vectors& v, int iterations) {
  const std::int64_t rows = matrix.rows;
  auto rho = static_cast<double>(rows);
  double pq = 0, rr = 0;
#pragma omp parallel
  for (int step = 0; step < iterations; ++step) {
#pragma omp single
    pq = rr = 0;
#pragma omp for schedule(static) reduction(+ : pq)
    for (std::int64_t i = 0; i < rows; ++i) {
      v.q[i] = product_of_row(matrix, v.p, i);
      pq += v.p[i] * v.q[i];
    }
    const double alpha = rho / pq;
#pragma omp for schedule(static) reduction(+ : rr)
    for (std::int64_t i = 0; i < rows; ++i) {
      v.x[i] += alpha * v.p[i];
      v.r[i] -= alpha * v.q[i];
      rr += v.r[i] * v.r[i];
    }
    const double beta = rr / rho;
#pragma omp for schedule(static)
    for (std::int64_t i = 0; i < rows; ++i) v.p[i] = v.r[i] + beta * v.p[i];
#pragma omp single
    rho = rr;
  }
  return rho;
}

int run(std::int64_t rows, std::int64_t entries, int iterations) {
  const Matrix matrix = make_matrix(rows, entries);
  const Vectors v{untouched<double>(rows), untouched<double>(rows), untouched<double>(rows),
                  untouched<double>(rows)};
  start(rows, v);
  STARNUMA_ROI_BEGIN();
  const double predicted = std::sqrt(solve(matrix, v, iterations));
  STARNUMA_ROI_END();
  double squares = 0;
#pragma omp parallel for reduction(+ : squares)
  for (std::int64_t i = 0; i < rows; ++i) {
    const double r = 1 - product_of_row(matrix, v.x, i);
    squares += r * r;
  }
  const double before = std::sqrt(static_cast<double>(rows)), after = std::sqrt(squares);
  std::printf("residual %.3e -> %.3e, by the steps %.3e\n", before, after, predicted);
  return std::fabs(predicted - after) <= 1e-9 * before && after < 0.5 * before ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return argc == 4 ? run(std::atoll(argv[1]), std::atoll(argv[2]), std::atoi(argv[3])) : 2;
}
